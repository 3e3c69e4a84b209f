import { isBase64 } from "./digest.ts";
import { reserializeJson } from "./reserialize.ts";

/** A changed value; `change` completes "The signature matches …". */
export interface Variant<T> {
  value: T;
  change: string;
}

/** Returns variants of a body that frameworks and editors produce. */
export function listBodyVariants(body: Uint8Array): Variant<Buffer>[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // Latin-1 maps bytes to characters one to one, so that a body that is not UTF-8 keeps its bytes.
  const text = bytes.toString("latin1");
  const variants = [...listLineBreakVariants(text), ...listFormVariants(text)].map(
    ([value, change]) => ({
      value: Buffer.from(value, "latin1"),
      change,
    }),
  );
  const json = reserializeJson(bytes.toString()).map(([value, change]) => ({
    value: Buffer.from(value),
    change,
  }));
  return [...variants, ...json].filter(({ value }) => !value.equals(bytes));
}

type TextVariant = [text: string, change: string];

function listLineBreakVariants(text: string): TextVariant[] {
  const unix = text.replaceAll("\r\n", "\n");
  return [
    [text.replace(/\r?\n$/, ""), "the body without its last line break"],
    [`${text}\n`, "the body with a line break at its end"],
    [unix, "the body with LF instead of CRLF line breaks"],
    [unix.replaceAll("\n", "\r\n"), "the body with CRLF instead of LF line breaks"],
  ];
}

/** Maximum form parameters that are reordered. */
const MAX_PARAMETERS = 10_000;

function listFormVariants(text: string): TextVariant[] {
  const pairs = text.split("&", MAX_PARAMETERS + 1);
  if (pairs.length < 2 || pairs.length > MAX_PARAMETERS) return [];
  return [[pairs.sort().join("&"), "the body with its parameters in alphabetical order"]];
}

/** Returns alternative decodings of a secret's text. */
export function listKeyVariants(secret: string): Variant<Buffer>[] {
  const trimmed = secret.trim();
  const bare = trimmed.replace(/^whsec_/, "");
  const texts: TextVariant[] = [
    [secret, "the secret's text, not base64-decoded"],
    [trimmed, "the secret without surrounding whitespace"],
    [bare, "the secret's text without whsec_"],
    [`whsec_${bare}`, "the secret's text with whsec_"],
  ];
  const variants = texts.map(([text, change]) => ({ value: Buffer.from(text), change }));
  if (isBase64(bare)) {
    const change = "the secret, base64-decoded";
    variants.push({ value: Buffer.from(bare, "base64"), change });
  }
  if (/^(?:[0-9a-f]{2})+$/i.test(bare)) {
    variants.push({ value: Buffer.from(bare, "hex"), change: "the secret, decoded from hex" });
  }
  return removeDuplicates(variants.filter(({ value }) => value.length > 0));
}

function removeDuplicates(variants: Variant<Buffer>[]): Variant<Buffer>[] {
  return variants.filter(
    ({ value }, index) => variants.findIndex((variant) => variant.value.equals(value)) === index,
  );
}

/** Returns variants of a URL that proxies and frameworks produce. */
export function listUrlVariants(text: string): Variant<string>[] {
  const [before = "", ...rest] = text.split("?");
  const query = rest.length > 0 ? `?${rest.join("?")}` : "";
  const isTls = /^https:/i.test(text);
  const slash = before.endsWith("/") ? before.slice(0, -1) : `${before}/`;
  const sorted = query.slice(1).split("&").sort().join("&");
  const variants = [
    {
      value: text.replace(/^https?:/i, isTls ? "http:" : "https:"),
      change: `the URL with ${isTls ? "http" : "https"}`,
    },
    {
      value: slash + query,
      change: `the URL ${before.endsWith("/") ? "without" : "with"} a slash at the end of its path`,
    },
    { value: before, change: "the URL without its query" },
    {
      value: query === "" ? text : `${before}?${sorted}`,
      change: "the URL with its parameters in alphabetical order",
    },
  ];
  return variants.filter(({ value }) => value !== text);
}
