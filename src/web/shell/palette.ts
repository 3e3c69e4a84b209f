import type { Found } from "./find-pages.ts";
import {
  type Command,
  findCommands,
  isLoaded,
  listActions,
  listSuggestions,
  loadCommands,
  loadGuideText,
  runCommand,
} from "./palette-commands.ts";
import { cutSnippet, splitAtWords } from "./snippet.ts";

const SHORTCUTS = [
  ["Ctrl K or ⌘ K", "Open the command palette"],
  ["/", "Focus the search"],
  ["?", "Show the keyboard shortcuts"],
  ["↑ ↓ Enter", "Choose a command"],
  ["j k or ↑ ↓", "Move in the list of requests"],
  ["Esc", "Close"],
] as const;

let dialog: HTMLDialogElement | undefined;

/** Opens the palette, or the list of shortcuts. */
export function showPalette(view: "commands" | "shortcuts"): void {
  dialog ??= createDialog();
  dialog.ariaLabel = view === "commands" ? "Command palette" : "Keyboard shortcuts";
  dialog.replaceChildren(view === "commands" ? createCommands(dialog) : createShortcuts());
  if (!dialog.open) dialog.showModal();
}

function createDialog(): HTMLDialogElement {
  const element = createElement("dialog", { class: "palette" });
  // A click on the backdrop has the dialog itself as its target.
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  return element;
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
const LOAD_PROBLEM = "Tools and docs could not be loaded.";
const LISTBOX = { id: "palette-list", role: "listbox", "aria-label": "Commands" };

function createCombobox() {
  const input = createElement("input", COMBOBOX);
  const list = createElement("ul", LISTBOX);
  const status = createElement("p", { class: "empty", role: "status" });
  return { box: createElement("div", {}, input, status, list), input, list, status };
}

function createCommands(owner: HTMLDialogElement): HTMLElement {
  const { box, input, list, status } = createCombobox();
  const actions = listActions(() => showPalette("shortcuts"));
  let listed: Found<Command>[] = [];
  let items: readonly Item[] = [];
  let chosen = 0;
  /** Title and path of the command that the arrow keys chose, which stays when others load. */
  let moved = "";
  let hasFailed = false;
  const select = (index: number) => {
    chosen = (index + listed.length) % Math.max(1, listed.length);
    markOption(input, list, chosen);
  };
  const run = (command: Command | undefined) => {
    owner.close();
    if (command) runCommand(command);
  };
  const update = () => {
    const matches = findCommands(input.value, actions);
    listed = matches.length > 0 ? matches : listSuggestions();
    const kept = listed.findIndex((command) => formatCommand(command) === moved);
    items = toItems(listed, items, run);
    placeItems(list, items);
    const missing = matches.length === 0 ? `Nothing found for “${input.value.trim()}”.` : "";
    status.textContent = `${missing} ${hasFailed ? LOAD_PROBLEM : ""}`.trim();
    list.scrollTop = 0;
    if (matches.length > 0 || kept > 0) select(Math.max(0, kept));
    else chosen = -1;
  };
  const load = async () => {
    hasFailed = !(await loadCommands(update));
    update();
  };
  const choose = async () => {
    // Until everything is loaded, the first command is not the one that was meant.
    if (chosen <= 0 && !isLoaded() && !hasFailed) await load();
    // Closed in the meantime.
    if (!owner.open || !box.isConnected) return;
    run(listed[chosen]?.entry);
  };
  input.addEventListener("input", () => {
    moved = "";
    update();
  });
  const move = (step: number) => {
    select(chosen === -1 && step === -1 ? -1 : chosen + step);
    moved = formatCommand(listed[chosen]);
  };
  listenToKeys(input, { move, choose });
  update();
  void load();
  return box;
}

/** Calls `move` with 1 or -1 for an arrow key, and `choose` for Enter. */
function listenToKeys(
  input: HTMLElement,
  { move, choose }: { move(step: number): void; choose(): Promise<void> },
): void {
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) move(step);
    else if (event.key === "Enter") void choose();
    else return;
    event.preventDefault();
  });
}

function formatCommand(found: Found<Command> | undefined): string {
  const { title = "", path } = found?.entry ?? {};
  return `${title} ${path}`;
}

/** Marks the option that Enter would run, while the input keeps the focus. */
function markOption(input: Element, list: Element, index: number): void {
  const options = [...list.querySelectorAll("[role=option]")];
  for (const [at, option] of options.entries())
    option.setAttribute("aria-selected", String(at === index));
  input.setAttribute("aria-activedescendant", options[index]?.id ?? "");
  options[index]?.scrollIntoView({ block: "nearest" });
}

/** An option of the list, and what it shows as one text. */
interface Item {
  key: string;
  element: HTMLElement;
}

/** Returns an option for each command: where there is one, that of an earlier list. */
function toItems(
  commands: readonly Found<Command>[],
  earlier: readonly Item[],
  run: (command: Command) => void,
): Item[] {
  const unused = [...earlier];
  return commands.map((command) => {
    const key = [command.entry.group, formatCommand(command), ...command.terms].join("\n");
    const at = unused.findIndex((item) => item.key === key);
    const [kept] = at === -1 ? [] : unused.splice(at, 1);
    return kept ?? { key, element: createOption(command, run) };
  });
}

/** Lists these options. One that was listed stays, because a press of a replaced one is lost. */
function placeItems(list: Element, items: readonly Item[]): void {
  const elements = items.map(({ element }) => element);
  for (const child of list.querySelectorAll("li")) if (!elements.includes(child)) child.remove();
  for (const [index, element] of elements.entries()) {
    element.id = `palette-${index}`;
    element.removeAttribute("aria-selected");
    const next = list.children[index] ?? null;
    if (next !== element) list.insertBefore(element, next);
  }
}

function createOption(
  { entry, terms }: Found<Command>,
  run: (command: Command) => void,
): HTMLElement {
  const { title, summary, group, path = "" } = entry;
  const description = createElement("span", {}, ...markWords(summary, terms));
  const option = createElement(
    "li",
    { role: "option" },
    createElement("b", {}, ...markWords(title, terms)),
    description,
    createElement("small", {}, group),
  );
  option.addEventListener("click", () => run(entry));
  if (group === "Docs" && terms.length > 0) void showSnippet(description, path, terms);
  return option;
}

/** Replaces the summary of a guide's section by the text around the hit. */
async function showSnippet(target: Element, path: string, terms: readonly string[]): Promise<void> {
  const [page = "", id = ""] = path.split("#");
  const text = await loadGuideText(page);
  const snippet = text === "" ? "" : cutSnippet(text, id, terms);
  if (snippet !== "" && target.isConnected) target.replaceChildren(...markWords(snippet, terms));
}

function markWords(text: string, words: readonly string[]): (Node | string)[] {
  return splitAtWords(text, words).map((part, index) =>
    index % 2 === 0 ? part : createElement("mark", {}, part),
  );
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
