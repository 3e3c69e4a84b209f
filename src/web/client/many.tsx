import "../styles/many.css";
import { Many } from "../many/Many.tsx";
import { hydrateIsland } from "../shell/hydrate.tsx";
import { startShell } from "../shell/shell.ts";

startShell();
hydrateIsland("many", Many);
