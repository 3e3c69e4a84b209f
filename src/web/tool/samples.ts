/** A request as code shows it. */
export interface Request {
  method: "GET" | "POST";
  /** The whole address. */
  url: string;
  input: object;
  /** The name of the file that the answer is; undefined: the answer is JSON. */
  file: string | undefined;
}

/** One language's way to send a request. */
export interface Sample {
  id: string;
  title: string;
  code: string;
}

/** The same request in the three ways people start with. */
export function samplesOf(request: Request): Sample[] {
  return [
    { id: "curl", title: "curl", code: curl(request) },
    { id: "fetch", title: "JavaScript", code: fetchCode(request) },
    { id: "python", title: "Python", code: python(request) },
  ];
}

function curl({ method, url, input, file }: Request): string {
  const parts = [
    `curl ${shellQuoted(url)}`,
    ...(method === "GET" ? [] : [`-H 'Content-Type: application/json'`]),
    ...(file === undefined ? [] : [`-o ${file}`]),
    ...(method === "GET" ? [] : [`-d ${shellQuoted(JSON.stringify(input, null, 2))}`]),
  ];
  return parts.join(" \\\n  ");
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function fetchCode({ method, url, input, file }: Request): string {
  const take = file === undefined ? "json" : "blob";
  const options = `, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(${indented(JSON.stringify(input, null, 2))}),
}`;
  return `const response = await fetch(${JSON.stringify(url)}${method === "GET" ? "" : options});
if (!response.ok) throw new Error((await response.json()).error);
const result = await response.${take}();`;
}

function python({ method, url, input, file }: Request): string {
  const take =
    file === undefined
      ? "result = response.json()"
      : `open(${JSON.stringify(file)}, "wb").write(response.content)`;
  return `import requests

response = requests.${method.toLowerCase()}(
    ${JSON.stringify(url)},${method === "GET" ? "" : `\n    json=${pythonValue(input, "    ")},`}
)
response.raise_for_status()
${take}`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

/** A JSON value as Python writes it. */
function pythonValue(value: unknown, indent: string): string {
  const deeper = `${indent}    `;
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "None";
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const entries = isList
    ? value.map((one) => pythonValue(one, deeper))
    : Object.entries(value).map(
        ([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member, deeper)}`,
      );
  if (entries.length === 0) return open + close;
  return `${open}\n${deeper}${entries.join(`,\n${deeper}`)},\n${indent}${close}`;
}
