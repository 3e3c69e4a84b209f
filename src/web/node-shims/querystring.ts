import { decodeUri } from "../../lib/text/uri-text.ts";

type Parameters = Map<string, string[]>;

/** Parses a query like `node:querystring`: repeated names are kept together. */
export function parse(query: string): Parameters {
  const parameters: Parameters = new Map();
  for (const pair of query.split("&").filter(Boolean)) {
    const [name = "", ...value] = pair.split("=");
    const key = decode(name);
    parameters.set(key, [...(parameters.get(key) ?? []), decode(value.join("="))]);
  }
  return parameters;
}

/** Formats parameters like `node:querystring`. */
export function stringify(parameters: Parameters): string {
  return [...parameters]
    .flatMap(([name, values]) => values.map((value) => `${encode(name)}=${encode(value)}`))
    .join("&");
}

function decode(text: string): string {
  return decodeUri(text.replaceAll("+", " "));
}

/** Lone surrogates cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
