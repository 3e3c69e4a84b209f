import { getLuminance } from "../../lib/graphics/color.ts";
import { isJsonObject } from "../../lib/text/parse-json.ts";

/** The part of a color theme of VS Code that a picture needs. */
export interface EditorTheme {
  name: string;
  type: "dark" | "light";
  colors: Readonly<Record<string, string>>;
  tokenColors: readonly ThemeRule[];
}

/** The style of tokens in some TextMate scopes. */
interface ThemeRule {
  /** Empty: the style of all text. */
  scope: readonly string[];
  settings: { foreground?: string; fontStyle?: string };
}

/** Fits into a body of 256 KiB, in which each quote of the file is escaped. */
export const MAX_THEME_LENGTH = 150_000;
const MAX_RULES = 2000;
const MAX_SCOPES = 5000;
const MAX_SCOPE_LENGTH = 250;
/** The highlighter numbers colors with nine bits. */
const MAX_COLORS = 250;

const HEX = /^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i;
const FONT_STYLES = new Set(["italic", "bold", "underline", "strikethrough"]);

const BACKGROUND = "editor.background";
const FOREGROUND = "editor.foreground";
const LINE_NUMBER = "editorLineNumber.foreground";

/** The colors of VS Code for themes that name none. */
const DEFAULT_COLORS = {
  dark: { [BACKGROUND]: "#1e1e1e", [FOREGROUND]: "#bbbbbb" },
  light: { [BACKGROUND]: "#ffffff", [FOREGROUND]: "#333333" },
};

/** A broken rule of a theme, as the end of a sentence: "must be …". */
export class ThemeError extends Error {}

/**
 * Parses the file of a color theme of VS Code, JSON with comments. Like VS Code it ignores colors
 * that are not hexadecimal. Throws ThemeError for other texts.
 */
export function parseThemeFile(text: string): EditorTheme {
  if (text.length > MAX_THEME_LENGTH)
    throw new ThemeError(`must have at most ${MAX_THEME_LENGTH} characters`);
  const file = toRecord(parseJsonWithComments(text));
  if (!file) throw new ThemeError("must be the JSON of a VS Code color theme");
  if (file["include"] !== undefined)
    throw new ThemeError("must not include another theme, which is not part of the file");
  // `settings` is the name that TextMate and old themes use.
  const rules = file["tokenColors"] ?? file["settings"];
  if (!Array.isArray(rules))
    throw new ThemeError("must be a VS Code color theme with a list of tokenColors");
  if (rules.length > MAX_RULES) throw new ThemeError(`must have at most ${MAX_RULES} rules`);
  const tokenColors = rules.flatMap(toRule);
  checkCounts(tokenColors);
  const colors = readColors(toRecord(file["colors"]), tokenColors);
  const type = chooseType(file["type"], colors[BACKGROUND]);
  const name = typeof file["name"] === "string" ? file["name"].trim().slice(0, 100) : "";
  return { name, type, colors: { ...DEFAULT_COLORS[type], ...colors }, tokenColors };
}

/** One alternative for each part of JSON that may have a comment's or a comma's characters. */
const COMMENTS = /"(?:[^"\\]|\\[^])*(?:"|$)|\/\/.*|\/\*[^]*?(?:\*\/|$)/g;
const TRAILING_COMMAS = /"(?:[^"\\]|\\[^])*(?:"|$)|,(?=\s*[}\]])/g;

/** Parses JSON with comments and trailing commas; undefined for other texts. */
function parseJsonWithComments(text: string): unknown {
  const json = text
    .replace(/^\ufeff/, "")
    .replaceAll(COMMENTS, keepStrings)
    .replaceAll(TRAILING_COMMAS, keepStrings);
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function keepStrings(part: string): string {
  return part.startsWith('"') ? part : " ";
}

function toRecord(value: unknown): Record<string, unknown> | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** Returns a rule without what pictures do not need; none where nothing of it is left. */
function toRule(value: unknown): ThemeRule[] {
  const rule = toRecord(value);
  const given = toRecord(rule?.["settings"]);
  if (!rule || !given) return [];
  const foreground = toHexColor(given["foreground"]);
  const { fontStyle } = given;
  const settings = {
    ...(foreground !== undefined && { foreground }),
    // An empty style is one, too: it ends the style of an outer scope.
    ...(typeof fontStyle === "string" && {
      fontStyle: fontStyle
        .split(/\s+/)
        .filter((word) => FONT_STYLES.has(word))
        .join(" "),
    }),
  };
  const scope = listScopes(rule["scope"]);
  return Object.keys(settings).length === 0 ? [] : [{ scope, settings }];
}

function listScopes(scope: unknown): string[] {
  const scopes = typeof scope === "string" ? scope.split(",") : Array.isArray(scope) ? scope : [];
  return scopes
    .filter((entry): entry is string => typeof entry === "string")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function toHexColor(value: unknown): string | undefined {
  return typeof value === "string" && HEX.test(value) ? expandHex(value.toLowerCase()) : undefined;
}

/** Returns `#rgba` as `#rrggbbaa`, because the highlighter knows no other short notation. */
function expandHex(hex: string): string {
  return hex.length === 5 ? `#${hex.slice(1).replaceAll(/./g, "$&$&")}` : hex;
}

function checkCounts(rules: readonly ThemeRule[]): void {
  const scopes = rules.flatMap(({ scope }) => scope);
  if (scopes.length > MAX_SCOPES) throw new ThemeError(`must have at most ${MAX_SCOPES} scopes`);
  if (scopes.some(({ length }) => length > MAX_SCOPE_LENGTH))
    throw new ThemeError(`must have scopes of at most ${MAX_SCOPE_LENGTH} characters`);
  const colors = new Set(rules.map(({ settings }) => settings.foreground));
  if (colors.size > MAX_COLORS) throw new ThemeError(`must have at most ${MAX_COLORS} colors`);
}

/** Returns the colors of the editor; a rule without scopes has that of the text, too. */
function readColors(
  colors: Record<string, unknown> = {},
  rules: readonly ThemeRule[],
): Partial<Record<string, string>> {
  const text = rules.find(({ scope }) => scope.length === 0)?.settings.foreground;
  const entries = [BACKGROUND, FOREGROUND, LINE_NUMBER].map((name) => [
    name,
    toHexColor(colors[name]) ?? (name === FOREGROUND ? text : undefined),
  ]);
  return Object.fromEntries(entries.filter(([, color]) => color !== undefined)) as Partial<
    Record<string, string>
  >;
}

/** Returns the type that a theme names, else that of its background. */
function chooseType(type: unknown, background: string | undefined): EditorTheme["type"] {
  if (background === undefined) return type === "light" ? "light" : "dark";
  const long = background.length === 4 ? background.replaceAll(/[^#]/g, "$&$&") : background;
  return getLuminance(long) > 0.18 ? "light" : "dark";
}
