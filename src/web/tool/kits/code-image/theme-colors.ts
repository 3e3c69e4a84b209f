import type { CSSProperties } from "preact";
import { type EditorTheme, parseThemeFile } from "../../../../domain/code-image/theme-file.ts";
import type { CodeKind } from "./code-tokens.ts";

/** A scope of each kind, whose color the draft takes. */
const SCOPES: Readonly<Record<CodeKind, readonly string[]>> = {
  keyword: ["keyword", "keyword.control", "storage", "storage.type"],
  string: ["string", "string.quoted"],
  comment: ["comment"],
  call: ["entity.name.function", "support.function"],
  number: ["constant.numeric", "constant"],
};

let last: { file: string; colors: CSSProperties | undefined } | undefined;

/**
 * Returns the colors of a theme's file as custom properties; undefined without a valid one. The
 * last ones are kept, because they are read with every letter that is typed.
 */
export function readThemeColors(file: string): CSSProperties | undefined {
  if (file === "") return undefined;
  if (last?.file !== file) last = { file, colors: parseColors(file) };
  return last.colors;
}

function parseColors(file: string): CSSProperties | undefined {
  try {
    return toProperties(parseThemeFile(file));
  } catch {
    // The API explains what is wrong with it.
    return undefined;
  }
}

function toProperties({ type, colors, tokenColors }: EditorTheme): CSSProperties {
  const window = colors["editor.background"] ?? "";
  const ink = colors["editor.foreground"] ?? "";
  const find = (scopes: readonly string[]) =>
    tokenColors.findLast(
      ({ scope, settings }) => settings.foreground && scope.some((entry) => scopes.includes(entry)),
    )?.settings.foreground ?? ink;
  const kinds = Object.entries(SCOPES).map(([kind, scopes]) => [`--${kind}`, find(scopes)]);
  // As the API mixes the backdrop of a theme that has none.
  const backdrop = type === "light" ? `${ink} 20%` : "#000 35%";
  return {
    ...Object.fromEntries(kinds),
    "--window": window,
    "--ink": ink,
    "--backdrop": `color-mix(in srgb, ${window}, ${backdrop})`,
  } as CSSProperties;
}
