/** A request as samples show it. */
export interface SampleRequest {
  method: string;
  /** The whole URL. */
  url: string;
  /** The JSON body; methods other than GET may have none. */
  input?: object | undefined;
  /** The `Accept` header that the result needs; undefined: none. */
  accept: string | undefined;
  /** True: the server needs a key, so samples name its header. */
  needsKey?: boolean | undefined;
  /** The name of the file that the result is; undefined: the result is JSON. */
  file: string | undefined;
  /** How the response is read; by default as a blob for a file, else as JSON. */
  reads?: "text" | "blob" | "events" | "nothing" | undefined;
}

/** One way to send a request. */
export interface Sample {
  id: string;
  title: string;
  /** Formatted when it is read, because most visitors see one sample. */
  readonly code: string;
}

/** Further input of code samples. */
export interface SampleOptions {
  /** The tool's name on the command line. */
  command: string;
  /** The URL of the result by GET. */
  resultUrl: string | undefined;
  /** The page with this form filled in. */
  readonly link: string;
  title: string;
}

/** Returns the request in every way that people start with. */
export function listSamples(request: SampleRequest, options: SampleOptions): Sample[] {
  const { resultUrl, title } = options;
  const isImage = /\.(svg|png)$/.test(request.file ?? "");
  return [
    createSample("curl", "curl", () => formatCurl(request)),
    createSample("fetch", "JavaScript", () => formatFetch(request)),
    createSample("python", "Python", () => formatPython(request)),
    createSample("cli", "CLI", () => formatCommandLine(request, options)),
    ...(resultUrl === undefined ? [] : [{ id: "url", title: "GET URL", code: resultUrl }]),
    // Other sites cannot send a key with an image.
    ...(resultUrl === undefined || !isImage || request.needsKey
      ? []
      : [
          {
            id: "img",
            title: "<img>",
            code: `<img src="${resultUrl.replaceAll("&", "&amp;")}" alt="${title}">`,
          },
          { id: "markdown", title: "Markdown", code: `![${title}](${resultUrl})` },
        ]),
    createSample("link", "Link", () => options.link),
  ];
}

function createSample(id: string, title: string, format: () => string): Sample {
  return {
    id,
    title,
    get code() {
      return format();
    },
  };
}

/** Returns a request as a curl command, which sends POST exactly when there is a body. */
export function formatCurl(request: SampleRequest): string {
  const { method, url, file } = request;
  const body = getBody(request);
  const defaultMethod = body === undefined ? "GET" : "POST";
  const parts = [
    `curl ${method === defaultMethod ? "" : `-X ${method} `}${quoteShell(url)}`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`]),
    ...listHeaders(request).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(file === undefined ? [] : [`-o ${file}`]),
    ...(body === undefined ? [] : [`-d ${quoteShell(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Lists the headers beside the type of the body. */
function listHeaders({ accept, needsKey }: SampleRequest): [name: string, value: string][] {
  return [
    ...(accept === undefined ? [] : [["Accept", accept] satisfies [string, string]]),
    ...(needsKey ? [["X-API-Key", "YOUR_KEY"] satisfies [string, string]] : []),
  ];
}

/** Returns the JSON body of a request; undefined without one. */
function getBody({ method, input }: SampleRequest): string | undefined {
  return method === "GET" || input === undefined ? undefined : JSON.stringify(input, null, 2);
}

/** Returns the `sundry` command: scalars as flags, lists and objects as JSON. */
function formatCommandLine(
  { input, url, file }: SampleRequest,
  { command }: SampleOptions,
): string {
  const query = new URLSearchParams(url.split("?")[1]);
  const flags = [...Object.entries((input ?? {}) as Record<string, unknown>), ...query].map(
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

function formatFetch(request: SampleRequest): string {
  const { url, file, reads = file === undefined ? "json" : "blob" } = request;
  // An event source cannot send a key.
  if (reads === "events" && !request.needsKey) return formatEventSource(url);
  const lines = [
    `const response = await fetch(${JSON.stringify(url)}${formatFetchOptions(request)});`,
    "if (!response.ok) throw new Error((await response.json()).error);",
    ...formatFetchRead(reads),
  ];
  return lines.join("\n");
}

function formatFetchRead(reads: NonNullable<SampleRequest["reads"]> | "json"): string[] {
  if (reads === "nothing") return [];
  if (reads !== "events") return [`const result = await response.${reads}();`];
  return ["for await (const chunk of response.body) console.log(new TextDecoder().decode(chunk));"];
}

function formatEventSource(url: string): string {
  return `const events = new EventSource(${JSON.stringify(url)});
events.onmessage = ({ data }) => console.log(JSON.parse(data));`;
}

function formatFetchOptions(request: SampleRequest): string {
  const { method } = request;
  const body = getBody(request);
  const headers = [
    ...(body === undefined ? [] : [`"Content-Type": "application/json"`]),
    ...listHeaders(request).map(([name, value]) => `${formatName(name)}: "${value}"`),
  ].join(", ");
  if (body === undefined) {
    const entries = [
      ...(method === "GET" ? [] : [`method: "${method}"`]),
      ...(headers === "" ? [] : [`headers: { ${headers} }`]),
    ];
    return entries.length === 0 ? "" : `, { ${entries.join(", ")} }`;
  }
  return `, {
  method: "${method}",
  headers: { ${headers} },
  body: JSON.stringify(${indentLines(body)}),
}`;
}

function formatName(name: string): string {
  return name.includes("-") ? `"${name}"` : name;
}

function formatPython(request: SampleRequest): string {
  const { method, url, input, reads } = request;
  const entries = listHeaders(request).map(([name, value]) => `"${name}": "${value}"`);
  const headers = entries.length === 0 ? "" : `\n    headers={${entries.join(", ")}},`;
  const hasBody = getBody(request) !== undefined;
  const body = hasBody ? `\n    json=${formatPythonValue(input, "    ")},` : "";
  const stream = reads === "events" ? "\n    stream=True," : "";
  return `import requests

response = requests.${method.toLowerCase()}(
    ${JSON.stringify(url)},${headers}${body}${stream}
)
response.raise_for_status()${formatPythonRead(request)}`;
}

function formatPythonRead({ file, reads }: SampleRequest): string {
  if (reads === "nothing") return "";
  if (reads === "events") {
    return "\nfor line in response.iter_lines(decode_unicode=True):\n    print(line)";
  }
  if (reads === "text") return "\nresult = response.text";
  if (reads === "blob") return "\nresult = response.content";
  return file === undefined
    ? "\nresult = response.json()"
    : `\nopen(${JSON.stringify(file)}, "wb").write(response.content)`;
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
    ? value.map((entry) => formatPythonValue(entry, deeper))
    : Object.entries(value).map(
        ([name, member]) => `${JSON.stringify(name)}: ${formatPythonValue(member, deeper)}`,
      );
  if (entries.length === 0) return open + close;
  return `${open}\n${deeper}${entries.join(`,\n${deeper}`)},\n${indent}${close}`;
}
