import "../styles/inbox.css";
import { Inbox } from "../inbox/Inbox.tsx";
import { startShell } from "../shell/shell.ts";
import { hydrateIsland } from "../shell/hydrate.tsx";

startShell();
hydrateIsland("inbox", Inbox);
