import "../styles/docs.css";
import { startShell } from "../shell/shell.ts";

startShell();

/** Marks the link of the section that is read in the list of sections. */
function followScrolling(list: HTMLElement): void {
  const links = [...list.querySelectorAll<HTMLAnchorElement>("a[href^='#']")];
  const linkOf = new Map(links.map((link) => [link.hash.slice(1), link]));
  const mark = (id: string) => {
    const current = linkOf.get(id);
    if (!current) return;
    for (const link of links) link.removeAttribute("aria-current");
    current.setAttribute("aria-current", "true");
    // Scrolls the list alone, not the page.
    const { offsetTop } = current;
    if (offsetTop < list.scrollTop || offsetTop > list.scrollTop + list.clientHeight - 40)
      list.scrollTop = offsetTop - list.clientHeight / 2;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const first = entries.find((entry) => entry.isIntersecting);
      if (first) mark(first.target.id);
    },
    { rootMargin: "-10% 0px -75% 0px" },
  );
  for (const id of linkOf.keys()) {
    const section = document.getElementById(decodeURIComponent(id));
    if (section) observer.observe(section);
  }
}

for (const list of document.querySelectorAll<HTMLElement>("[data-scroll-spy]"))
  followScrolling(list);

const filter = document.querySelector<HTMLInputElement>("#filter");
filter?.addEventListener("input", () => {
  const text = filter.value.toLowerCase();
  const items = filter.parentElement?.querySelectorAll<HTMLElement>("li") ?? [];
  for (const item of items) item.hidden = !item.textContent?.toLowerCase().includes(text);
});
