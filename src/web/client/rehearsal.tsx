import "../styles/rehearsal.css";
import { Rehearsal } from "../rehearsal/Rehearsal.tsx";
import { startShell } from "../shell/shell.ts";
import { hydrateIsland } from "../shell/hydrate.tsx";

startShell();
hydrateIsland("rehearsal", Rehearsal);
