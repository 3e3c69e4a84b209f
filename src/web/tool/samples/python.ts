import { formatLiteral } from "./literal.ts";
import { getReading, hasBody, KEY_VARIABLE, listHeaders, type SampleRequest } from "./request.ts";

const SYNTAX = {
  indent: 4,
  object: ["{", "}"],
  list: ["[", "]"],
  constants: ["True", "False", "None"],
  formatText: JSON.stringify,
  formatName: (name: string) => `${JSON.stringify(name)}: `,
} as const;

/** Returns a request as a Python program, with the `requests` package. */
export function formatPython(request: SampleRequest): string {
  const { method, url, input, file, needsKey } = request;
  const reading = getReading(request);
  const headers = listHeaders(request)
    // Of the `json` argument.
    .filter(({ name }) => name !== "Content-Type")
    .map(
      ({ name, value }) =>
        `"${name}": ${value === undefined ? `os.environ["${KEY_VARIABLE}"]` : `"${value}"`}`,
    );
  const options = [
    JSON.stringify(url),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(", ")}}`]),
    ...(hasBody(request) ? [`json=${formatLiteral(input, SYNTAX, "    ")}`] : []),
    ...(reading === "events" ? ["stream=True"] : ["timeout=60"]),
  ];
  const lines = [
    ...(needsKey ? ["import os", ""] : []),
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(\n    ${options.join(",\n    ")},\n)`,
    "if not response.ok:",
    `    raise SystemExit(f"{response.status_code}: {response.text}")`,
    ...{
      json: ["print(response.json())"],
      text: ["print(response.text)"],
      file: [
        `with open(${JSON.stringify(file)}, "wb") as file:`,
        "    file.write(response.content)",
      ],
      events: ["for line in response.iter_lines(decode_unicode=True):", "    print(line)"],
      nothing: [],
    }[reading],
  ];
  return lines.join("\n");
}
