import "../styles/inbox.css";
import { showRecentInboxes } from "../inbox/recent-list.ts";
import { startShell } from "../shell/shell.ts";

startShell();
showRecentInboxes();
