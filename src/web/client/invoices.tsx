import "../styles/ledger.css";
import { Ledger } from "../ledger/Ledger.tsx";
import { hydrateIsland } from "../shell/hydrate.tsx";
import { startShell } from "../shell/shell.ts";

startShell();
hydrateIsland("ledger", Ledger);
