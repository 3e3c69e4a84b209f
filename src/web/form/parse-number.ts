const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** Thousands with a separator. A single group without decimals could itself be the decimals. */
const GROUPED = /^[+-]?\d{1,3}([,.])\d{3}((\1\d{3})+|(\1\d{3})*(?!\1)[,.]\d+)$/;
const DECIMAL_COMMA = /^[+-]?(?![1-9]\d{0,2},\d{3}$)\d+,\d+$/;

/**
 * Longer text is not a number; the server parses posted forms too, and spaces would cost quadratic
 * time.
 */
const MAX_CHARACTERS = 100;

/**
 * Parses a number as people write or paste it: `12,50`, `1 234.50`, `1.234,50`, `$38`. Returns NaN
 * for other text and for text that could be two numbers, as `1,234` could.
 */
export function parseNumber(text: string): number {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > MAX_CHARACTERS) return NaN;
  if (PLAIN.test(trimmed)) return Number(trimmed);
  const written = trimmed
    .replace("\u2212", "-")
    .replace(/^([+-]?)\p{Sc}\s*|\s*\p{Sc}$/u, "$1")
    .replaceAll(/(\d)[\s'’](?=\d{3}(?!\d))/g, "$1");
  if (PLAIN.test(written)) return Number(written);
  const [, separator = ""] = GROUPED.exec(written) ?? [];
  if (!separator && !DECIMAL_COMMA.test(written)) return NaN;
  return Number(written.replaceAll(separator, "").replace(",", "."));
}
