import type { JSX } from "preact";
import { THEMES } from "../../../../domain/code-image/theme-names.ts";
import type { FormModel } from "../../../form/form-model.ts";
import type { Values } from "../../../form/values.ts";
import { type CodeKind, tokenizeCode } from "./code-tokens.ts";
import { OwnTheme } from "./OwnTheme.tsx";

export interface ThemesProps {
  code: string;
  /** The chosen theme. */
  theme: string;
  /** The file of a theme, which is drawn instead; empty without one. */
  file: string;
  problem: string | undefined;
  model: FormModel;
}

const GROUPS = [
  ["Dark", "dark"],
  ["Light", "light"],
] as const;

function listThemes(appearance: string): string[] {
  return Object.entries(THEMES).flatMap(([name, kind]) => (kind === appearance ? name : []));
}

/** The themes, each as a small picture of code in its colors. */
export function Themes({ code, theme, file, problem, model }: ThemesProps): JSX.Element {
  const bars = toBars(code);
  const choose = (changes: Values) => model.change({ ...model.getBase("theme"), ...changes });
  return (
    <fieldset class="wide themes" data-drop>
      <legend>Theme</legend>
      {GROUPS.map(([title, appearance]) => (
        <div key={title} role="group" aria-label={`${title} themes`}>
          <p class="help" aria-hidden="true">
            {title}
          </p>
          <div class="swatches">
            {listThemes(appearance).map((name) => (
              <label key={name} data-code-theme={name}>
                <input
                  type="radio"
                  class="unseen"
                  name="theme"
                  value={name}
                  checked={name === theme && file === ""}
                  onChange={() => choose({ theme: name, themeFile: "" })}
                />
                <Preview bars={bars} />
                <span>{name}</span>
              </label>
            ))}
          </div>
        </div>
      ))}
      <OwnTheme file={file} choose={(themeFile) => choose({ themeFile })} />
      {problem !== undefined && <p class="problem">{problem}</p>}
    </fieldset>
  );
}

/** A word of the code as a bar: where it begins, how long it is, and its kind. */
interface TokenBar {
  x: number;
  y: number;
  width: number;
  kind: CodeKind | undefined;
}

const MAX_LINES = 5;
const MAX_COLUMNS = 40;

/** Returns the beginning of the code as bars. */
function toBars(code: string): TokenBar[] {
  const bars: TokenBar[] = [];
  let x = 0;
  let y = 0;
  for (const { kind, text } of tokenizeCode(code.slice(0, 600))) {
    for (const [part] of text.matchAll(/\n|[^\S\n]+|\S+/g)) {
      if (part === "\n") {
        y += 1;
        x = 0;
        continue;
      }
      const width = Math.min(part.length, MAX_COLUMNS - x);
      if (part.trim() !== "" && width > 0 && y < MAX_LINES) bars.push({ x, y, width, kind });
      x += part.length;
    }
  }
  return bars;
}

/** The window and its code in the colors of the theme around it. */
function Preview({ bars }: { bars: readonly TokenBar[] }): JSX.Element {
  return (
    <svg viewBox="0 0 100 56" aria-hidden="true">
      <rect class="window" x="8" y="7" width="84" height="42" rx="4" />
      {bars.map(({ x, y, width, kind }, index) => (
        <rect
          key={index}
          class={kind && `hl-${kind}`}
          x={13 + x * 1.85}
          y={13 + y * 6.5}
          width={width * 1.85 - 0.6}
          height="3"
          rx="1"
        />
      ))}
    </svg>
  );
}
