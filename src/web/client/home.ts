import "../styles/home.css";

/** Narrows the list of tools while one types; without a script the form asks the server. */
const field = document.querySelector<HTMLInputElement>("#search");
const entries = [...document.querySelectorAll<HTMLElement>("[data-words]")];
const groups = [...document.querySelectorAll<HTMLElement>("[data-group]")];
const nothing = document.querySelector<HTMLElement>("#nothing");

function narrow(): void {
  const words = (field?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of entries) {
    const text = entry.dataset["words"] ?? "";
    entry.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of groups) group.hidden = !group.querySelector("[data-words]:not([hidden])");
  if (nothing) nothing.hidden = entries.some((entry) => !entry.hidden);
}

field?.addEventListener("input", narrow);
field?.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const found = entries.find((entry) => !entry.hidden);
  if (field.value !== "") found?.querySelector("a")?.click();
});
narrow();
