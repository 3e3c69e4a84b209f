import "../styles/access.css";
import { copyText } from "../shell/clipboard.ts";
import { startShell } from "../shell/shell.ts";
import { FEEDBACK_MS } from "../shell/time.ts";

startShell();

for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
  button.setAttribute("aria-live", "polite");
  const copy = async () => {
    const text = document.getElementById(button.dataset["copy"] ?? "")?.textContent ?? "";
    button.textContent = (await copyText(text)) ? "Copied" : "Not allowed";
    setTimeout(() => (button.textContent = "Copy"), FEEDBACK_MS);
  };
  button.addEventListener("click", () => void copy());
}
