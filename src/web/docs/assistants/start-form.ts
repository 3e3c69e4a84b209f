import { type Assistant, formatSetup } from "./client-setup.ts";
import { formatTokens } from "./format-tokens.ts";
import { connectOverHttp, connectOverStdio } from "./selection.ts";

/** Tools that are listed in search mode. */
const SEARCH_TOOLS = 3;

/** Writes the configuration after each change of the form. */
export function startAssistantForm(box: HTMLElement): void {
  const form = box.querySelector("form");
  const [status, step, code] = [".tokens", ".step", "pre"].map((selector) =>
    box.querySelector<HTMLElement>(selector),
  );
  if (!form || !status || !step || !code) return;
  const sets = [...form.querySelectorAll("fieldset")].map(readSet);
  const update = () => {
    for (const set of sets) markSet(set);
    const all = sets.flatMap(({ tools }) => tools);
    const chosen = all.filter(({ input }) => input.checked);
    const data = new FormData(form);
    const isSearch = data.has("search") && chosen.length > 0;
    status.textContent = isSearch
      ? formatTokens(SEARCH_TOOLS, Number(box.dataset["searchTokens"]))
      : formatTokens(
          chosen.length,
          chosen.reduce((sum, { tokens }) => sum + tokens, 0),
        );
    const { origin = "", needsKey } = box.dataset;
    const connect = data.get("connection") === "http" ? connectOverHttp : connectOverStdio;
    const selection = { all, chosen, isSearch };
    const setup = formatSetup(
      data.get("assistant") as Assistant,
      connect(selection, { origin, needsKey: needsKey !== undefined }),
    );
    step.textContent = setup.step;
    code.textContent = setup.code;
    step.hidden = (code.parentElement ?? code).hidden = chosen.length === 0;
  };
  form.addEventListener("change", ({ target }) => {
    const pressed = sets.find(({ input }) => input === target);
    for (const { input } of pressed?.tools ?? []) input.checked = pressed?.input?.checked ?? false;
    update();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  // Browsers restore a form when they go back.
  update();
}

type ToolSet = ReturnType<typeof readSet>;

function readSet(fieldset: HTMLFieldSetElement) {
  const [input, ...rest] = fieldset.querySelectorAll("input");
  const group = input?.value ?? "";
  const tools = rest.map((tool) => ({
    input: tool,
    name: tool.value,
    group,
    tokens: Number(tool.dataset["tokens"]),
    needsServer: tool.dataset["needsServer"] !== undefined,
  }));
  return { input, tools };
}

function markSet({ input, tools }: ToolSet): void {
  if (!input) return;
  const count = tools.filter((tool) => tool.input.checked).length;
  input.checked = count === tools.length;
  input.indeterminate = count > 0 && count < tools.length;
}
