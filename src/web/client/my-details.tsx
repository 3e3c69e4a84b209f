import "../styles/details.css";
import { Details } from "../details/Details.tsx";
import { hydrateIsland } from "../shell/hydrate.tsx";
import { startShell } from "../shell/shell.ts";

startShell();
hydrateIsland("details", Details);
