import { formatLiteral } from "./literal.ts";
import { getReading, hasBody, KEY_VARIABLE, listHeaders, type SampleRequest } from "./request.ts";

const SYNTAX = {
  indent: 2,
  object: ["{", "}"],
  list: ["[", "]"],
  constants: ["true", "false", "null"],
  formatText: JSON.stringify,
  formatName: (name: string) => `${quoteName(name)}: `,
} as const;

/** Returns a request as a module that Node, Deno and Bun run. */
export function formatJavaScript(request: SampleRequest): string {
  const { url, file, needsKey } = request;
  const reading = getReading(request);
  // An event source cannot send a key.
  if (reading === "events" && !needsKey) return formatEventSource(url);
  const lines = [
    ...(reading === "file" ? [`import { writeFile } from "node:fs/promises";`, ""] : []),
    `const response = await fetch(${JSON.stringify(url)}${formatOptions(request)});`,
    "if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);",
    ...{
      json: ["console.log(await response.json());"],
      text: ["console.log(await response.text());"],
      file: [`await writeFile(${JSON.stringify(file)}, response.body);`],
      events: [
        "for await (const chunk of response.body.pipeThrough(new TextDecoderStream()))",
        "  console.log(chunk);",
      ],
      nothing: [],
    }[reading],
  ];
  return lines.join("\n");
}

function formatEventSource(url: string): string {
  return `const events = new EventSource(${JSON.stringify(url)});
events.onmessage = ({ data }) => console.log(JSON.parse(data));`;
}

function formatOptions(request: SampleRequest): string {
  const { method, input } = request;
  const headers = listHeaders(request).map(
    ({ name, value }) =>
      `${quoteName(name)}: ${value === undefined ? `process.env.${KEY_VARIABLE}` : `"${value}"`}`,
  );
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
  ];
  if (!hasBody(request)) return options.length === 0 ? "" : `, { ${options.join(", ")} }`;
  const body = formatLiteral(input, SYNTAX, "  ");
  return `, {\n  ${[...options, `body: JSON.stringify(${body})`].join(",\n  ")},\n}`;
}

function quoteName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
