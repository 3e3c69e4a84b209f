import { readStored, writeStored } from "../shell/storage.ts";
import { LANGUAGE_KEY, LANGUAGES } from "../tool/samples/languages.ts";

/**
 * Adds buttons to every request sample that show all of them in another language, which the device
 * remembers.
 */
export function startLanguageSwitch(): void {
  const samples = [...document.querySelectorAll<HTMLElement>(".examples")].flatMap((examples) => {
    const code = examples.querySelector("pre");
    return code ? { examples, code, curl: code.textContent ?? "" } : [];
  });
  if (samples.length === 0) return;
  const show = async (language: string, pressed?: HTMLElement) => {
    const topBefore = pressed?.getBoundingClientRect().top ?? 0;
    const { convertSample } = await import("./convert-sample.ts");
    for (const { examples, code, curl } of samples) {
      const { command, reads } = examples.dataset;
      const tokens = convertSample(curl, language, { command, reads });
      code.replaceChildren(...tokens.map(({ kind, text }) => createToken(text, kind)));
      markPressed(examples, language);
    }
    // Samples above change their height, and the pressed button should stay under the pointer.
    if (pressed) window.scrollBy(0, pressed.getBoundingClientRect().top - topBefore);
  };
  const choose = (language: string, pressed: HTMLElement) => {
    writeStored(LANGUAGE_KEY, language);
    void show(language, pressed);
  };
  for (const { examples } of samples)
    examples.querySelector("header")?.append(createButtons(examples, choose));
  const saved = readStored(LANGUAGE_KEY) ?? "";
  // The server renders curl.
  const isOther = saved !== "curl" && Object.hasOwn(LANGUAGES, saved);
  if (isOther) void show(saved);
}

function createButtons(
  { dataset }: HTMLElement,
  choose: (language: string, pressed: HTMLElement) => void,
): HTMLElement {
  const group = document.createElement("div");
  group.className = "languages";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Language of the samples");
  for (const [id, title] of Object.entries(LANGUAGES)) {
    if (id === "cli" && dataset["command"] === undefined) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.dataset["language"] = id;
    button.textContent = title;
    button.setAttribute("aria-pressed", String(id === "curl"));
    button.addEventListener("click", () => choose(id, button));
    group.append(button);
  }
  return group;
}

/**
 * Marks the button of the language that a sample has, which is curl where the operation has no
 * command.
 */
function markPressed(examples: HTMLElement, language: string): void {
  const buttons = [...examples.querySelectorAll<HTMLElement>("[data-language]")];
  const isKnown = buttons.some((button) => button.dataset["language"] === language);
  for (const button of buttons) {
    const isPressed = button.dataset["language"] === (isKnown ? language : "curl");
    button.setAttribute("aria-pressed", String(isPressed));
  }
}

function createToken(text: string, kind: string | undefined): Node {
  if (kind === undefined) return document.createTextNode(text);
  const span = document.createElement("span");
  span.className = `hl-${kind}`;
  span.textContent = text;
  return span;
}
