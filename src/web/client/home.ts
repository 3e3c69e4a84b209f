import "../styles/home.css";
import { findEntries } from "../home/find-entries.ts";
import { listInboxes } from "../inbox/recents.ts";
import { getBasePath } from "../base-path.ts";
import { startShell } from "../shell/shell.ts";
import { readStoredTexts, writeStored } from "../shell/storage.ts";

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

/** Filters the tools on input. Without a script the form asks the server. */
function filter(): void {
  const isFound = findEntries(
    entries.map((entry) => entry.dataset["words"] ?? ""),
    field?.value ?? "",
  );
  const matches = entries.filter((_, index) => isFound[index]);
  // A search without results offers all tools.
  for (const entry of entries) entry.hidden = matches.length > 0 && !matches.includes(entry);
  for (const group of groups) group.hidden = !group.querySelector("[data-words]:not([hidden])");
  if (!nothing) return;
  nothing.hidden = matches.length > 0;
  const quoted = nothing.querySelector("span");
  if (quoted) quoted.textContent = field?.value ?? "";
}

function createLink(href: string, text: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  return link;
}

/**
 * Shows favorite and recent tools and inboxes in place of suggested searches; the line keeps its
 * height.
 */
function showShortcuts(): void {
  const favorites = readStoredTexts(FAVORITES);
  const names = [...new Set([...favorites, ...readStoredTexts(RECENT)])];
  const links = names.flatMap((name) => {
    const link = entries.find((entry) => entry.dataset["name"] === name)?.querySelector("a");
    if (!link) return [];
    return createLink(link.href, (favorites.includes(name) ? "★ " : "") + link.textContent);
  });
  const base = getBasePath();
  const inboxes = listInboxes()
    .slice(0, MAX_INBOXES)
    .map((id) => createLink(`${base}/inbox/${encodeURIComponent(id)}`, `Inbox ${id}`));
  const items = [...inboxes, ...links].slice(0, MAX_SHORTCUTS);
  if (items.length > 0) shortcuts?.replaceChildren(...items);
  for (const entry of entries) {
    const isFavorite = favorites.includes(entry.dataset["name"] ?? "");
    entry.querySelector(".favorite")?.setAttribute("aria-pressed", String(isFavorite));
  }
}

function toggleFavorite(name: string): void {
  const favorites = readStoredTexts(FAVORITES);
  const others = favorites.filter((favorite) => favorite !== name);
  const isFavorite = others.length < favorites.length;
  writeStored(FAVORITES, JSON.stringify(isFavorite ? others : [...favorites, name]));
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
