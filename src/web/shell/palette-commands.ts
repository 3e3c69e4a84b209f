import { type DocsEntry, type PackedDocsIndex, unpackDocsIndex } from "../docs/docs-index.ts";
import { listInboxes } from "../inbox/recents.ts";
import { getBasePath } from "../base-path.ts";
import { copyText } from "./clipboard.ts";
import { createFinder, type Findable, type Found } from "./find-pages.ts";
import type { PalettePage } from "./search.ts";
import { setTheme } from "./theme.ts";

/** A command of the palette: a page to open, or something to do. */
export interface Command extends Findable {
  /** Path below the base path. */
  path?: string;
  run?: () => void;
}

const MAX_COMMANDS = 30;

/** Groups of the docs, which are listed only when they are searched for. */
const SEARCHED_GROUPS = new Set(["Docs", "Settings", "Errors", "Reference", "Fields", "QR codes"]);

const base = getBasePath();
let pages: PalettePage[] | undefined;
let docs: DocsEntry[] | undefined;
let loading: Promise<unknown> | undefined;
let find: ((query: string) => Found<Command>[]) | undefined;

/** Returns true when everything that can be searched is loaded. */
export function isLoaded(): boolean {
  return pages !== undefined && docs !== undefined;
}

/**
 * Loads the tools and the index of the docs once, and calls `onChange` for each. Returns false
 * without a network, when actions alone can be found; the next call tries again.
 */
export async function loadCommands(onChange: () => void): Promise<boolean> {
  const loadPages = async () => {
    pages = await readJson<PalettePage[]>("/palette.json");
    refresh(onChange);
  };
  const loadDocs = async () => {
    docs = unpackDocsIndex(await readJson<PackedDocsIndex>("/docs/search.json"));
    refresh(onChange);
  };
  loading ??= Promise.all([loadPages(), loadDocs()]);
  try {
    await loading;
    return true;
  } catch {
    loading = undefined;
    return false;
  }
}

function refresh(onChange: () => void): void {
  find = undefined;
  onChange();
}

async function readJson<T>(path: string): Promise<T> {
  const response = await fetch(base + path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

/** Returns the commands of a query, the best first; of an empty one, all but those of the docs. */
export function findCommands(query: string, actions: readonly Command[]): Found<Command>[] {
  const all = [...(pages ?? []), ...listInboxes().map(toInbox), ...actions, ...(docs ?? [])];
  if (query.trim() === "") return toFound(all.filter(isListed));
  find ??= createFinder(all);
  const hits = find(query).slice(0, MAX_COMMANDS);
  const name = query.trim();
  return /^[\w.-]{3,128}$/.test(name) ? [...hits, { entry: toInbox(name), terms: [] }] : hits;
}

/** Lists what to offer where nothing was found: tools and guides. */
export function listSuggestions(): Found<Command>[] {
  const guides = (docs ?? []).filter(({ group, path }) => group === "Docs" && !path.includes("#"));
  return toFound([...(pages ?? []).filter(isListed), ...guides]);
}

function isListed({ group }: Command): boolean {
  return !SEARCHED_GROUPS.has(group);
}

function toFound(commands: readonly Command[]): Found<Command>[] {
  return commands.slice(0, MAX_COMMANDS).map((entry) => ({ entry, terms: [] }));
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

/** Opens the page of a command, or performs its action. */
export function runCommand({ run, path }: Command): void {
  if (run) run();
  else if (path !== undefined) location.href = base + path;
}

/** Returns the actions of every page, and the buttons of this page's form and result. */
export function listActions(showShortcuts: () => void): Command[] {
  return [
    ...listButtons(),
    createAction("Use the light theme", "color scheme appearance", () => setTheme("light")),
    createAction("Use the dark theme", "color scheme appearance night", () => setTheme("dark")),
    createAction("Use the system's theme", "color scheme appearance auto", () =>
      setTheme("system"),
    ),
    createAction("Copy the link to this page", "url share", () => void copyText(location.href)),
    createAction("Show keyboard shortcuts", "keys help", showShortcuts),
  ];
}

function createAction(
  title: string,
  keywords: string,
  run: () => void,
  group = "Actions",
): Command {
  return { group, title, summary: "", keywords, run };
}

/** Buttons that do something for a whole page. */
const PAGE_BUTTONS = "main :is(.form-head, .actions, .exports) button:not(:disabled)";

function listButtons(): Command[] {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(PAGE_BUTTONS)];
  return buttons
    .filter((button) => button.checkVisibility())
    .map((button) => {
      const title = (button.ariaLabel ?? button.textContent ?? "").trim();
      return createAction(title, "button", () => button.click(), "This page");
    })
    .filter(({ title }) => title !== "");
}

/** The Markdown of guides, by their paths. */
const texts = new Map<string, Promise<string>>();

/** Loads the Markdown of the guide of a path; empty for other pages, and without a network. */
export async function loadGuideText(path: string): Promise<string> {
  if (!/^\/docs\/[\w-]+$/.test(path)) return "";
  const load = async () => {
    const response = await fetch(`${base}${path}.md`);
    return response.ok ? response.text() : "";
  };
  const text = texts.get(path) ?? load();
  texts.set(path, text);
  text.catch(() => texts.delete(path));
  return text.catch(() => "");
}
