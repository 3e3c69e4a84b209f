import { formatLiteral } from "./literal.ts";
import { getReading, hasBody, KEY_VARIABLE, listHeaders, type SampleRequest } from "./request.ts";

const SYNTAX = {
  indent: 4,
  object: ["[", "]"],
  list: ["[", "]"],
  // An empty array is a list in JSON.
  emptyObject: "new stdClass()",
  constants: ["true", "false", "null"],
  formatText: quotePhp,
  formatName: (name: string) => `${quotePhp(name)} => `,
} as const;

/** Returns a request as a PHP program, with the curl extension. */
export function formatPhp(request: SampleRequest): string {
  const { method, url, input } = request;
  const reading = getReading(request);
  const headers = listHeaders(request).map(({ name, value }) =>
    value === undefined ? `'${name}: ' . getenv('${KEY_VARIABLE}')` : `'${name}: ${value}'`,
  );
  const body = hasBody(request) && formatLiteral(input, SYNTAX, "    ");
  const options = [
    // Events are printed as they arrive.
    reading === "events" ? "CURLOPT_FAILONERROR => true" : "CURLOPT_RETURNTRANSFER => true",
    ...(method === (body ? "POST" : "GET") ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    ...(headers.length === 0 ? [] : [`CURLOPT_HTTPHEADER => [${headers.join(", ")}]`]),
    ...(body ? [`CURLOPT_POSTFIELDS => json_encode(${body}, JSON_THROW_ON_ERROR)`] : []),
  ];
  return `<?php

$curl = curl_init(${quotePhp(url)});
curl_setopt_array($curl, [
    ${options.join(",\n    ")},
]);
$body = curl_exec($curl);
if ($body === false) {
    throw new RuntimeException(curl_error($curl));
}${formatRead(request)}`;
}

function formatRead(request: SampleRequest): string {
  const reading = getReading(request);
  if (reading === "events") return "";
  const result = {
    json: "\nprint_r(json_decode($body, true, flags: JSON_THROW_ON_ERROR));",
    text: "\necho $body;",
    file: `\nfile_put_contents(${quotePhp(request.file ?? "")}, $body);`,
    nothing: "",
  }[reading];
  return `
$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
if ($status >= 400) {
    throw new RuntimeException("$status: $body");
}${result}`;
}

/** Quotes text: between double quotes only where it has control characters. */
function quotePhp(text: string): string {
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  const escaped = text
    .replaceAll(/[\\"$]/g, String.raw`\$&`)
    .replaceAll(/\p{Cc}/gu, (character) => {
      const code = character.codePointAt(0)?.toString(16);
      return { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character] ?? `\\u{${code}}`;
    });
  return `"${escaped}"`;
}
