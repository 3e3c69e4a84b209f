import "../styles/inbox.css";
import { forgetInbox, listInboxes } from "../inbox/recents.ts";
import { startShell } from "../shell/shell.ts";

startShell();
showRecentInboxes();

/** Lists the inboxes that this device has opened on the page where inboxes are created. */
function showRecentInboxes(): void {
  const section = document.querySelector<HTMLElement>("#recent-inboxes");
  const list = section?.querySelector("ul");
  if (!section || !list) return;
  const ids = listInboxes();
  section.hidden = ids.length === 0;
  list.replaceChildren(...ids.map((id) => createEntry(id, section.dataset["path"] ?? "")));
}

function createEntry(id: string, path: string): HTMLLIElement {
  const link = document.createElement("a");
  link.href = path + encodeURIComponent(id);
  link.textContent = id;
  const forget = document.createElement("button");
  forget.type = "button";
  forget.className = "quiet";
  forget.textContent = "Forget";
  forget.setAttribute("aria-label", `Forget ${id}`);
  forget.addEventListener("click", () => {
    forgetInbox(id);
    showRecentInboxes();
  });
  const entry = document.createElement("li");
  entry.append(link, forget);
  return entry;
}
