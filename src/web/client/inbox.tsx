import "../styles/inbox.css";
import { Inbox } from "../inbox/Inbox.tsx";
import { showRecentInboxes } from "../inbox/recent-list.ts";
import { startShell } from "../shell/shell.ts";
import { hydrateIsland } from "../shell/hydrate.tsx";

startShell();
showRecentInboxes();
hydrateIsland("inbox", Inbox);
