import type { JSX } from "preact";
import { tokenizeCode } from "./code-tokens.ts";
import { type Swatch, SWATCHES } from "./theme-swatches.ts";

export interface ThemesProps {
  code: string;
  /** The chosen theme. */
  theme: string;
  problem: string | undefined;
  choose(theme: string): void;
}

/** The themes, each as a small picture of code in its colors. */
export function Themes({ code, theme, problem, choose }: ThemesProps): JSX.Element {
  const bars = toBars(code);
  return (
    <fieldset class="wide themes">
      <legend>Theme</legend>
      {SWATCHES.map(({ title, swatches }) => (
        <div key={title} role="group" aria-label={`${title} themes`}>
          <p class="help" aria-hidden="true">
            {title}
          </p>
          <div class="swatches">
            {swatches.map((swatch) => (
              <label key={swatch.name}>
                <input
                  type="radio"
                  class="unseen"
                  name="theme"
                  value={swatch.name}
                  checked={swatch.name === theme}
                  onChange={() => choose(swatch.name)}
                />
                <Preview swatch={swatch} bars={bars} />
                <span>{swatch.name}</span>
              </label>
            ))}
          </div>
        </div>
      ))}
      {problem !== undefined && <p class="problem">{problem}</p>}
    </fieldset>
  );
}

/** A word of the code as a bar: where it begins, how long it is, and its kind. */
interface Bar {
  x: number;
  y: number;
  width: number;
  kind: keyof Swatch["tokens"] | undefined;
}

const MAX_LINES = 5;
const MAX_COLUMNS = 40;

/** Returns the beginning of the code as bars. */
function toBars(code: string): Bar[] {
  const bars: Bar[] = [];
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

function Preview({ swatch, bars }: { swatch: Swatch; bars: readonly Bar[] }): JSX.Element {
  const { name, backdrop, window, text, tokens } = swatch;
  const id = `backdrop-${name.replaceAll(" ", "-")}`;
  const isGradient = backdrop.length > 1;
  return (
    <svg viewBox="0 0 100 56" aria-hidden="true">
      {isGradient && (
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          {backdrop.map((color, index) => (
            <stop key={color} offset={index / (backdrop.length - 1)} stop-color={color} />
          ))}
        </linearGradient>
      )}
      <rect width="100" height="56" fill={isGradient ? `url(#${id})` : backdrop[0]} />
      <rect x="8" y="7" width="84" height="42" rx="4" fill={window} />
      {bars.map(({ x, y, width, kind }, index) => (
        <rect
          key={index}
          x={13 + x * 1.85}
          y={13 + y * 6.5}
          width={width * 1.85 - 0.6}
          height="3"
          rx="1"
          fill={kind === undefined ? text : tokens[kind]}
        />
      ))}
    </svg>
  );
}
