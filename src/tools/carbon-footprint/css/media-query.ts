/**
 * The screen that pages are measured for. Sizes are in CSS pixels, the density is in device pixels
 * per CSS pixel.
 */
export const SCREEN = { width: 1366, height: 768, density: 1, rootFontPixels: 16 };

/** Values of discrete media features in the reference browser (desktop Chromium). */
const DISCRETE_FEATURES: Record<string, readonly string[]> = {
  orientation: ["landscape"],
  "prefers-color-scheme": ["light"],
  "prefers-reduced-motion": ["no-preference"],
  "prefers-reduced-transparency": ["no-preference"],
  "prefers-contrast": ["no-preference"],
  "prefers-reduced-data": ["no-preference"],
  "forced-colors": ["none"],
  "inverted-colors": ["none"],
  "display-mode": ["browser"],
  "color-gamut": ["srgb"],
  "dynamic-range": ["standard"],
  hover: ["hover"],
  "any-hover": ["hover"],
  pointer: ["fine"],
  "any-pointer": ["fine"],
  scripting: ["enabled"],
  update: ["fast"],
  "overflow-block": ["scroll"],
  "overflow-inline": ["scroll"],
};

/** Values of range media features. Resolutions are in dppx. */
const RANGE_FEATURES: Record<string, number> = {
  width: SCREEN.width,
  "device-width": SCREEN.width,
  height: SCREEN.height,
  "device-height": SCREEN.height,
  resolution: SCREEN.density,
  "-webkit-device-pixel-ratio": SCREEN.density,
  "aspect-ratio": SCREEN.width / SCREEN.height,
  "device-aspect-ratio": SCREEN.width / SCREEN.height,
  color: 8,
  "color-index": 0,
  monochrome: 0,
  grid: 0,
};

const MAX_LENGTH = 2_000;
const MAX_NESTING = 32;
const MAX_NUMBER_LENGTH = 40;

/**
 * Returns true when a media query list matches the screen. An empty list matches; one that cannot
 * be parsed does not.
 */
export function matchesMedia(list: string): boolean {
  const text = list.trim().toLowerCase();
  if (text === "") return true;
  if (text.length > MAX_LENGTH) return false;
  return text.split(",").some((query) => matchesQuery(query.trim()));
}

function matchesQuery(query: string): boolean {
  const [, prefix, type, condition] =
    /^(not\s+|only\s+)?([a-z]+)(?:\s+and\s+(.*))?$/s.exec(query) ?? [];
  if (type === undefined || type === "not") return matchesCondition(query);
  const matches =
    (type === "all" || type === "screen") &&
    (condition === undefined || matchesCondition(condition));
  return prefix?.startsWith("not") ? !matches : matches;
}

/**
 * Evaluates `(a) and (b)`, `(a) or (b)`, `not (a)` and nested conditions. A condition past the
 * limits on length and depth is false.
 */
export function matchesCondition(text: string, feature = matchesFeature, depth = 0): boolean {
  if (text.length > MAX_LENGTH || depth > MAX_NESTING) return false;
  const condition = text.trim();
  const matches = (part: string) => matchesCondition(part, feature, depth + 1);
  if (condition.startsWith("not ") || condition.startsWith("not(")) {
    return !matches(condition.slice(3));
  }
  const parts = splitAtOperators(condition);
  if (parts.operator === "or") return parts.terms.some(matches);
  if (parts.operator === "and") return parts.terms.every(matches);
  if (!condition.startsWith("(") || !condition.endsWith(")")) return feature(condition);
  const inner = condition.slice(1, -1).trim();
  return /^(\(|not[\s(])/.test(inner) ? matches(inner) : feature(inner);
}

/** Splits at each `and` or `or` that is not in parentheses. */
function splitAtOperators(text: string): { operator: "and" | "or" | undefined; terms: string[] } {
  const terms: string[] = [];
  let operator: "and" | "or" | undefined;
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/[()]|\s(?:and|or)\b/g)) {
    if (token === "(") depth += 1;
    else if (token === ")") depth -= 1;
    else if (depth === 0) {
      operator = token.trim() === "or" ? "or" : "and";
      terms.push(text.slice(start, index));
      start = index + token.length;
    }
  }
  return { operator, terms: [...terms, text.slice(start)] };
}

function matchesFeature(text: string): boolean {
  const [name = "", value] = text.split(":").map((part) => part.trim());
  if (value === undefined) return /[<>=]/.test(text) ? matchesRange(text) : isPresent(name);
  const [, bound, bare = ""] =
    /^(?:(min|max)-)?(.*)$/.exec(name.replace(/^-webkit-(min|max)-/, "$1--webkit-")) ?? [];
  const actual = RANGE_FEATURES[bare];
  if (actual === undefined) return DISCRETE_FEATURES[bare]?.includes(value) ?? false;
  const expected = parseQuantity(value);
  if (expected === undefined) return false;
  if (bound === "min") return actual >= expected;
  return bound === "max" ? actual <= expected : actual === expected;
}

function isPresent(name: string): boolean {
  const actual = RANGE_FEATURES[name];
  return actual === undefined
    ? name in DISCRETE_FEATURES && !DISCRETE_FEATURES[name]?.includes("none")
    : actual > 0;
}

/** Evaluates `width >= 40em` or `400px <= width < 900px`. */
function matchesRange(text: string): boolean {
  const parts = text.split(/(<=|>=|<|>|=)/).map((part) => part.trim());
  const values = parts.map((part, index) =>
    index % 2 === 1 ? 0 : (RANGE_FEATURES[part] ?? parseQuantity(part)),
  );
  if (values.includes(undefined)) return false;
  return parts.every((operator, index) => {
    const [left = 0, right = 0] = [values[index - 1], values[index + 1]];
    return index % 2 === 0 || compare(left, operator, right);
  });
}

function compare(left: number, operator: string, right: number): boolean {
  if (operator === "<") return left < right;
  if (operator === ">") return left > right;
  if (operator === "<=") return left <= right;
  return operator === ">=" ? left >= right : left === right;
}

const UNITS: Record<string, number> = {
  "": 1,
  px: 1,
  em: SCREEN.rootFontPixels,
  rem: SCREEN.rootFontPixels,
  vw: SCREEN.width / 100,
  vh: SCREEN.height / 100,
  pt: 4 / 3,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  dppx: 1,
  x: 1,
  dpi: 1 / 96,
  dpcm: 2.54 / 96,
};

/** Parses a length to CSS pixels, a resolution to dppx, or a ratio or number. */
export function parseQuantity(text: string): number | undefined {
  if (text.length > MAX_NUMBER_LENGTH) return undefined;
  const [, number, unit = "", divisor] =
    /^(-?(?:\d+\.?\d*|\.\d+))\s*([a-z]*)(?:\s*\/\s*(\d+\.?\d*))?$/i.exec(text.trim()) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  if (number === undefined || factor === undefined) return undefined;
  return (Number(number) * factor) / Number(divisor ?? 1);
}
