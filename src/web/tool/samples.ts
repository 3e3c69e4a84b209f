/** A request as samples show it. */
export interface Request {
  method: "GET" | "POST";
  /** The whole URL. */
  url: string;
  input: object;
  /** The `Accept` header that the result needs; undefined: none. */
  accept: string | undefined;
  /** The name of the file that the result is; undefined: the result is JSON. */
  file: string | undefined;
}

/** One way to send a request. */
export interface Sample {
  id: string;
  title: string;
  code: string;
}

/** Input of code samples besides the request. */
export interface SampleOptions {
  /** The tool's name on the command line. */
  command: string;
  /** The URL of the result by GET. */
  resultUrl: string | undefined;
  /** The page with this form filled in. */
  link: string;
  title: string;
}

/** Returns the request in every way that people start with. */
export function listSamples(request: Request, options: SampleOptions): Sample[] {
  const { resultUrl, link, title } = options;
  const isImage = /\.(svg|png)$/.test(request.file ?? "");
  return [
    { id: "curl", title: "curl", code: formatCurl(request) },
    { id: "fetch", title: "JavaScript", code: fetchCode(request) },
    { id: "python", title: "Python", code: formatPython(request) },
    { id: "cli", title: "CLI", code: formatCommandLine(request, options) },
    ...(resultUrl === undefined ? [] : [{ id: "url", title: "GET URL", code: resultUrl }]),
    ...(resultUrl === undefined || !isImage
      ? []
      : [
          {
            id: "img",
            title: "<img>",
            code: `<img src="${resultUrl.replaceAll("&", "&amp;")}" alt="${title}">`,
          },
          { id: "markdown", title: "Markdown", code: `![${title}](${resultUrl})` },
        ]),
    { id: "link", title: "Link", code: link },
  ];
}

function formatCurl({ method, url, input, accept, file }: Request): string {
  const parts = [
    `curl ${quoteShell(url)}`,
    ...(method === "GET" ? [] : [`-H 'Content-Type: application/json'`]),
    ...(accept === undefined ? [] : [`-H 'Accept: ${accept}'`]),
    ...(file === undefined ? [] : [`-o ${file}`]),
    ...(method === "GET" ? [] : [`-d ${quoteShell(JSON.stringify(input, null, 2))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Returns the `sundry` command: scalars as flags, lists and objects as JSON. */
function formatCommandLine({ input, url, file }: Request, { command }: SampleOptions): string {
  const query = new URLSearchParams(url.split("?")[1]);
  const flags = [...Object.entries(input as Record<string, unknown>), ...query].map(
    ([name, value]) => {
      const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (typeof value === "boolean") return value ? `--${flag}` : `--no-${flag}`;
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `--${flag} ${/^[\w./:@-]+$/.test(text) ? text : quoteShell(text)}`;
    },
  );
  const output = file === undefined ? [] : [`-o ${file}`];
  return [`sundry ${command}`, ...flags, ...output].join(" \\\n  ");
}

function quoteShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function fetchCode({ method, url, input, accept, file }: Request): string {
  const read = file === undefined ? "json" : "blob";
  const acceptLine = accept === undefined ? "" : `, Accept: "${accept}"`;
  const options = `, {
  method: "POST",
  headers: { "Content-Type": "application/json"${acceptLine} },
  body: JSON.stringify(${indentLines(JSON.stringify(input, null, 2))}),
}`;
  return `const response = await fetch(${JSON.stringify(url)}${method === "GET" ? "" : options});
if (!response.ok) throw new Error((await response.json()).error);
const result = await response.${read}();`;
}

function formatPython({ method, url, input, accept, file }: Request): string {
  const read =
    file === undefined
      ? "result = response.json()"
      : `open(${JSON.stringify(file)}, "wb").write(response.content)`;
  const headers = accept === undefined ? "" : `\n    headers={"Accept": "${accept}"},`;
  return `import requests

response = requests.${method.toLowerCase()}(
    ${JSON.stringify(url)},${headers}${method === "GET" ? "" : `\n    json=${formatPythonValue(input, "    ")},`}
)
response.raise_for_status()
${read}`;
}

function indentLines(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

/** Writes a JSON value as Python. */
function formatPythonValue(value: unknown, indent: string): string {
  const deeper = `${indent}    `;
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "None";
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const entries = isList
    ? value.map((one) => formatPythonValue(one, deeper))
    : Object.entries(value).map(
        ([name, member]) => `${JSON.stringify(name)}: ${formatPythonValue(member, deeper)}`,
      );
  if (entries.length === 0) return open + close;
  return `${open}\n${deeper}${entries.join(`,\n${deeper}`)},\n${indent}${close}`;
}
