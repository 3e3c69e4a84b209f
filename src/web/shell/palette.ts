import { copyText } from "./clipboard.ts";
import { type PalettePage, score, type Searchable } from "./search.ts";
import { setTheme } from "./theme.ts";
import { listInboxes } from "../inbox/recents.ts";

/** A command of the palette: a page to open, or something to do. */
interface Command extends Searchable {
  group: string;
  /** Path below the base path. */
  path?: string;
  run?: () => void;
}

const MAX_SHOWN = 30;

const SHORTCUTS = [
  ["Ctrl K or ⌘ K", "Open the command palette"],
  ["/", "Focus the search"],
  ["?", "Show the keyboard shortcuts"],
  ["↑ ↓ Enter", "Choose a command"],
  ["j k or ↑ ↓", "Move in the list of requests"],
  ["Esc", "Close"],
] as const;

const base = document.documentElement.dataset["base"] ?? "";
let dialog: HTMLDialogElement | undefined;
let pages: PalettePage[] | undefined;
let loading: Promise<PalettePage[] | undefined> | undefined;
let hasFailed = false;

/** Opens the palette, or the list of shortcuts. */
export function showPalette(view: "commands" | "shortcuts"): void {
  dialog ??= createDialog();
  dialog.replaceChildren(view === "commands" ? createCommands(dialog) : createShortcuts());
  if (!dialog.open) dialog.showModal();
}

function createDialog(): HTMLDialogElement {
  const made = createElement("dialog", { class: "palette", "aria-label": "Command palette" });
  // A click on the backdrop has the dialog itself as its target.
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  return made;
}

function createShortcuts(): HTMLElement {
  const rows = SHORTCUTS.map(([keys, meaning]) =>
    createElement("div", {}, createElement("dt", {}, meaning), createElement("dd", {}, keys)),
  );
  const heading = createElement("h2", {}, "Keyboard shortcuts");
  return createElement("div", { class: "shortcuts" }, heading, createElement("dl", {}, ...rows));
}

const COMBOBOX = {
  role: "combobox",
  type: "text",
  placeholder: "Search tools, inboxes and docs",
  "aria-label": "Search commands",
  "aria-controls": "palette-list",
  "aria-expanded": "true",
  "aria-autocomplete": "list",
  autocomplete: "off",
  spellcheck: "false",
};
const LISTBOX = { id: "palette-list", role: "listbox", "aria-label": "Commands" };

function createCommands(owner: HTMLDialogElement): HTMLElement {
  const input = createElement("input", COMBOBOX);
  const list = createElement("ul", LISTBOX);
  let shown: Command[] = [];
  let chosen = 0;
  const select = (index: number) => {
    chosen = (index + shown.length) % Math.max(1, shown.length);
    const options = [...list.querySelectorAll("[role=option]")];
    for (const [at, option] of options.entries())
      option.setAttribute("aria-selected", String(at === chosen));
    input.setAttribute("aria-activedescendant", options[chosen]?.id ?? "");
    options[chosen]?.scrollIntoView({ block: "nearest" });
  };
  const run = (command: Command | undefined) => {
    owner.close();
    if (command?.run) command.run();
    else if (command?.path !== undefined) location.href = base + command.path;
  };
  const update = () => {
    shown = findCommands(input.value);
    list.replaceChildren(...toItems(shown, run));
    if (hasFailed) list.append(createNote("Tools and docs could not be loaded."));
    select(0);
  };
  const choose = async () => {
    // Until the pages are loaded, the first command is not the one that was meant.
    if (chosen === 0 && !pages && !hasFailed) {
      await loadPages();
      update();
    }
    run(shown[chosen]);
  };
  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) select(chosen + step);
    else if (event.key === "Enter") void choose();
    else return;
    event.preventDefault();
  });
  update();
  void loadPages().then(update);
  return createElement("div", {}, input, list);
}

/** Loads the pages once. Without a network the palette has actions alone. */
async function loadPages(): Promise<void> {
  if (!loading) {
    hasFailed = false;
    loading = fetchPages().catch(() => undefined);
  }
  pages = await loading;
  hasFailed = !pages;
  if (hasFailed) loading = undefined;
}

async function fetchPages(): Promise<PalettePage[] | undefined> {
  const response = await fetch(`${base}/palette.json`);
  return response.ok ? ((await response.json()) as PalettePage[]) : undefined;
}

function findCommands(query: string): Command[] {
  const all = [...(pages ?? []), ...listInboxes().map(toInbox), ...ACTIONS];
  if (query.trim() === "") return all.filter(({ group }) => group !== "Docs").slice(0, MAX_SHOWN);
  const scored = all.map((command) => ({ command, points: score(command, query) }));
  const ranked = scored
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_SHOWN)
    .map(({ command }) => command);
  const name = query.trim();
  return /^[\w.-]{3,128}$/.test(name) ? [...ranked, toInbox(name)] : ranked;
}

function toInbox(id: string): Command {
  return {
    group: "Inboxes",
    title: `Open inbox ${id}`,
    summary: "",
    keywords: "webhook",
    path: `/inbox/${encodeURIComponent(id)}`,
  };
}

const action = (title: string, keywords: string, run: () => void): Command => ({
  group: "Actions",
  title,
  summary: "",
  keywords,
  run,
});

const ACTIONS: Command[] = [
  action("Use the light theme", "color scheme appearance", () => setTheme("light")),
  action("Use the dark theme", "color scheme appearance night", () => setTheme("dark")),
  action("Use the system's theme", "color scheme appearance auto", () => setTheme("system")),
  action("Copy the link to this page", "url share", () => void copyText(location.href)),
  action("Show keyboard shortcuts", "keys help", () => showPalette("shortcuts")),
];

function toItems(commands: readonly Command[], run: (command: Command) => void): HTMLElement[] {
  if (commands.length === 0) return [createNote("Nothing found.")];
  return commands.map((command, index) => {
    const item = createElement(
      "li",
      { id: `palette-${index}`, role: "option" },
      createElement("b", {}, command.title),
      createElement("span", {}, command.summary),
      createElement("small", {}, command.group),
    );
    item.addEventListener("click", () => run(command));
    return item;
  });
}

function createNote(text: string): HTMLElement {
  return createElement("li", { class: "empty" }, text);
}

function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
