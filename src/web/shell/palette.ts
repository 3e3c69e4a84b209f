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
const LISTBOX = { id: "palette-list", role: "listbox", "aria-label": "Commands" };

function createCommands(owner: HTMLDialogElement): HTMLElement {
  const input = createElement("input", COMBOBOX);
  const list = createElement("ul", LISTBOX);
  const status = createElement("p", { class: "empty", role: "status" });
  const actions = listActions(() => showPalette("shortcuts"));
  let listed: Found<Command>[] = [];
  let chosen = 0;
  /** Title and path of the command that the arrow keys chose, which stays when others load. */
  let moved = "";
  let hasFailed = false;
  const select = (index: number) => {
    chosen = (index + listed.length) % Math.max(1, listed.length);
    const options = [...list.querySelectorAll("[role=option]")];
    for (const [at, option] of options.entries())
      option.setAttribute("aria-selected", String(at === chosen));
    input.setAttribute("aria-activedescendant", options[chosen]?.id ?? "");
    options[chosen]?.scrollIntoView({ block: "nearest" });
  };
  const run = (command: Command | undefined) => {
    owner.close();
    if (command) runCommand(command);
  };
  const update = () => {
    const matches = findCommands(input.value, actions);
    listed = matches.length > 0 ? matches : listSuggestions();
    const kept = listed.findIndex(({ entry: { title, path } }) => `${title} ${path}` === moved);
    list.replaceChildren(...toItems(listed, run));
    status.textContent = [
      matches.length === 0 ? `Nothing found for “${input.value.trim()}”.` : "",
      hasFailed ? "Tools and docs could not be loaded." : "",
    ]
      .join(" ")
      .trim();
    list.scrollTop = 0;
    if (matches.length > 0 || kept > 0) select(Math.max(0, kept));
    else chosen = -1;
  };
  const load = async () => {
    hasFailed = await loadCommands(update).then(
      () => false,
      () => true,
    );
    update();
  };
  const choose = async () => {
    // Until everything is loaded, the first command is not the one that was meant.
    if (chosen <= 0 && !isLoaded() && !hasFailed) await load();
    run(listed[chosen]?.entry);
  };
  input.addEventListener("input", () => {
    moved = "";
    update();
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      select(chosen === -1 && step === -1 ? -1 : chosen + step);
      const { title = "", path } = listed[chosen]?.entry ?? {};
      moved = `${title} ${path}`;
    } else if (event.key === "Enter") void choose();
    else return;
    event.preventDefault();
  });
  update();
  void load();
  return createElement("div", {}, input, status, list);
}

function toItems(commands: readonly Found<Command>[], run: (command: Command) => void) {
  return commands.map(({ entry, terms }, index) => {
    const { title, summary, group, path = "" } = entry;
    const description = createElement("span", {}, ...markWords(summary, terms));
    const item = createElement(
      "li",
      { id: `palette-${index}`, role: "option" },
      createElement("b", {}, ...markWords(title, terms)),
      description,
      createElement("small", {}, group),
    );
    item.addEventListener("click", () => run(entry));
    if (group === "Docs" && terms.length > 0) void showSnippet(description, path, terms);
    return item;
  });
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
