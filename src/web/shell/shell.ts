import { switchTheme } from "./theme.ts";

/**
 * Makes the header's buttons and the shortcuts of every page work. The palette's script is loaded
 * on first use.
 */
export function startShell(): void {
  document.querySelector("#open-palette")?.addEventListener("click", () => openPalette());
  document.querySelector("#theme")?.addEventListener("click", switchTheme);
  document.addEventListener("keydown", (event) => {
    const isPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!isPalette && (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey))
      return;
    if (isPalette) openPalette();
    else if (event.key === "/") focusSearch();
    else if (event.key === "?") openPalette("shortcuts");
    else return;
    event.preventDefault();
  });
}

/** Focuses the search of the page; pages without one open the palette. */
function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>("main input[type=search]");
  if (search) search.focus();
  else openPalette();
}

function openPalette(view: "commands" | "shortcuts" = "commands"): void {
  void import("./palette.ts").then(({ showPalette }) => showPalette(view));
}

/** Returns true when keys are input, so that shortcuts of a single key do not apply. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
