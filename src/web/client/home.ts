import "../styles/home.css";
import { findEntries } from "../home/find-entries.ts";
import { listInboxes } from "../inbox/recents.ts";
import { startShell } from "../shell/shell.ts";

startShell();

const MAX_SHORTCUTS = 8;
const MAX_INBOXES = 3;
const FAVORITES = "sundry:favorites";
const RECENT = "sundry:recent";

const field = document.querySelector<HTMLInputElement>("#search");
const entries = [...document.querySelectorAll<HTMLElement>("[data-words]")];
const groups = [...document.querySelectorAll<HTMLElement>("[data-group]")];
const nothing = document.querySelector<HTMLElement>("#nothing");
const shortcuts = document.querySelector<HTMLElement>("#shortcuts");

/** Filters the tools while one types. Without a script the form asks the server. */
function filter(): void {
  const isFound = findEntries(
    entries.map((entry) => entry.dataset["words"] ?? ""),
    field?.value ?? "",
  );
  const found = entries.filter((_, index) => isFound[index]);
  // A search without results offers all tools.
  for (const entry of entries) entry.hidden = found.length > 0 && !found.includes(entry);
  for (const group of groups) group.hidden = !group.querySelector("[data-words]:not([hidden])");
  if (!nothing) return;
  nothing.hidden = found.length > 0;
  const quoted = nothing.querySelector("span");
  if (quoted) quoted.textContent = field?.value ?? "";
}

function readList(key: string): string[] {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? "[]") as unknown;
    return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

function createLink(href: string, text: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  return link;
}

/** Shows favorite and recent tools and inboxes in place of suggested searches; the line keeps its height. */
function showShortcuts(): void {
  const favorites = readList(FAVORITES);
  const names = [...new Set([...favorites, ...readList(RECENT)])];
  const links = names.flatMap((name) => {
    const link = entries.find((entry) => entry.dataset["name"] === name)?.querySelector("a");
    if (!link) return [];
    return createLink(link.href, (favorites.includes(name) ? "★ " : "") + link.textContent);
  });
  const base = document.documentElement.dataset["base"] ?? "";
  const inboxes = listInboxes()
    .slice(0, MAX_INBOXES)
    .map((id) => createLink(`${base}/inbox/${encodeURIComponent(id)}`, `Inbox ${id}`));
  const shown = [...inboxes, ...links].slice(0, MAX_SHORTCUTS);
  if (shown.length > 0) shortcuts?.replaceChildren(...shown);
  for (const entry of entries) {
    const isFavorite = favorites.includes(entry.dataset["name"] ?? "");
    entry.querySelector(".favorite")?.setAttribute("aria-pressed", String(isFavorite));
  }
}

function toggleFavorite(name: string): void {
  const known = readList(FAVORITES);
  const next = known.includes(name) ? known.filter((one) => one !== name) : [...known, name];
  try {
    localStorage.setItem(FAVORITES, JSON.stringify(next));
  } catch {
    // Without storage nothing is remembered.
  }
  showShortcuts();
}

for (const entry of entries) {
  const button = entry.querySelector(".favorite");
  button?.addEventListener("click", () => toggleFavorite(entry.dataset["name"] ?? ""));
}
field?.addEventListener("input", filter);
field?.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  // Without a match all tools are listed, of which none was meant.
  if (field.value === "" || nothing?.hidden === false) return;
  entries
    .find((entry) => !entry.hidden)
    ?.querySelector("a")
    ?.click();
});
nothing?.querySelector("a")?.addEventListener("click", (event) => {
  event.preventDefault();
  if (field) field.value = "";
  filter();
  field?.focus();
});
filter();
showShortcuts();
