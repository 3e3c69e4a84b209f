import "../styles/inbox.css";
import { Inbox } from "../inbox/Inbox.tsx";
import { startShell } from "../shell/shell.ts";
import { hydrateIsland } from "../shell/hydrate.tsx";

startShell();
// On the page where inboxes are created.
if (document.querySelector("#recent-inboxes"))
  void import("../inbox/recent-list.ts").then(({ showRecentInboxes }) => showRecentInboxes());
hydrateIsland("inbox", Inbox);
