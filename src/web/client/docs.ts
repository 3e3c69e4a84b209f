import "../styles/docs.css";
import { startLanguageSwitch } from "../docs/language-switch.ts";
import { copyText } from "../shell/clipboard.ts";
import { startShell } from "../shell/shell.ts";
import { FEEDBACK_MS } from "../shell/time.ts";

startShell();

// Follows links of earlier releases, whose reference was one page, to the page of the operation
// that they name.
const linked = document.getElementById(location.hash.slice(1));
const operation = linked?.closest(".endpoints li")?.querySelector("a");
if (operation) location.replace(operation.href);

/** The names of an operation's fields, or of a field's members. */
const MEMBER_NAMES = ["> .fields", "> dd > details"]
  .map((parent) => `:scope ${parent} > dl > div > dt > code`)
  .join();

/** Opens the field that a link names behind its operation: `#invoice:items.rate`. */
function showLinkedField(): void {
  const [id = "", path] = location.hash.slice(1).split(":");
  let members: Element | null | undefined = document.getElementById(id);
  if (path === undefined || !members) return;
  for (const name of path.split(".")) {
    const terms: Element[] = [...(members?.querySelectorAll(MEMBER_NAMES) ?? [])];
    members = terms.find(({ textContent }) => textContent === name)?.closest("div");
    const details = members?.closest("details");
    if (details) details.open = true;
  }
  members?.scrollIntoView({ block: "center" });
  members?.classList.add("linked");
}

showLinkedField();
addEventListener("hashchange", showLinkedField);

/** Marks the link of the section in view in a list of sections. */
function followScrolling(list: HTMLElement): void {
  const links = [...list.querySelectorAll<HTMLAnchorElement>("a[href^='#']")];
  const linksById = new Map(links.map((link) => [link.hash.slice(1), link]));
  // Scrolls the list alone, not the page.
  const bringIntoView = ({ offsetTop }: HTMLElement) => {
    if (offsetTop < list.scrollTop || offsetTop > list.scrollTop + list.clientHeight - 40)
      list.scrollTop = offsetTop - list.clientHeight / 2;
  };
  const mark = (id: string) => {
    const current = linksById.get(id);
    if (!current) return;
    for (const link of links) link.removeAttribute("aria-current");
    current.setAttribute("aria-current", "true");
    bringIntoView(current);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const first = entries.find((entry) => entry.isIntersecting);
      if (first) mark(first.target.id);
    },
    { rootMargin: "-10% 0px -75% 0px" },
  );
  for (const id of linksById.keys()) {
    const section = document.getElementById(decodeURIComponent(id));
    if (section) observer.observe(section);
  }
  // The list of the reference begins with operations of other pages.
  const [first] = links;
  if (first) bringIntoView(first);
}

for (const list of document.querySelectorAll<HTMLElement>("[data-scroll-spy]"))
  followScrolling(list);

function addCopyButton(code: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet copy";
  button.setAttribute("aria-label", "Copy code");
  button.setAttribute("aria-live", "polite");
  button.textContent = "Copy";
  const copy = async () => {
    const isCopied = await copyText(code.textContent ?? "");
    button.textContent = isCopied ? "Copied" : "Not allowed";
    setTimeout(() => (button.textContent = "Copy"), FEEDBACK_MS);
  };
  button.addEventListener("click", () => void copy());
  const sample = document.createElement("div");
  sample.className = "sample";
  code.replaceWith(sample);
  sample.append(code, button);
}

for (const code of document.querySelectorAll<HTMLElement>("main pre")) addCopyButton(code);

startLanguageSwitch();

const assistants = document.querySelector<HTMLElement>(".assistants");
if (assistants) {
  void import("../docs/assistants/start-form.ts").then((module) =>
    module.startAssistantForm(assistants),
  );
}

// On narrow screens the guides are a line that scrolls.
const guides = document.querySelector<HTMLElement>(".guides");
const current = guides?.querySelector<HTMLElement>("[aria-current]");
if (guides && current) {
  const showCurrent = () => (guides.scrollLeft = current.offsetLeft - guides.offsetLeft);
  showCurrent();
  // Once more with the page's font, because its words have other widths.
  void document.fonts.ready.then(showCurrent);
}

/** Shows the operations that contain every word, and the headings of those. */
function filterOperations(list: HTMLElement, text: string): void {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of list.querySelectorAll<HTMLElement>("[data-words]")) {
    const searched = item.dataset["words"]?.toLowerCase() ?? "";
    item.hidden = !words.every((word) => searched.includes(word));
  }
  for (const group of list.querySelectorAll<HTMLElement>("div"))
    group.hidden = !group.querySelector("li:not([hidden])");
  const nothing = list.querySelector("#no-operation");
  const isEmpty = !list.querySelector("li:not([hidden])");
  if (nothing) nothing.textContent = isEmpty ? "No operations match." : "";
}

const filter = document.querySelector<HTMLInputElement>("#filter");
const operations = filter?.closest<HTMLElement>("nav");
if (filter && operations) {
  filter.addEventListener("input", () => filterOperations(operations, filter.value));
  filter.addEventListener("keydown", ({ key }) => {
    const firstMatch = operations.querySelector<HTMLAnchorElement>("li:not([hidden]) a");
    if (key === "Enter") firstMatch?.click();
  });
}
