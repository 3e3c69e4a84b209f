import { formatCSharp } from "./csharp.ts";
import { formatCurl, quoteShell } from "./curl.ts";
import { formatGo } from "./go.ts";
import { formatJavaScript } from "./javascript.ts";
import { LANGUAGES } from "./languages.ts";
import { formatPhp } from "./php.ts";
import { formatPython } from "./python.ts";
import type { SampleRequest } from "./request.ts";
import { formatRuby } from "./ruby.ts";

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

const FORMATS = {
  curl: formatCurl,
  fetch: formatJavaScript,
  python: formatPython,
  go: formatGo,
  php: formatPhp,
  csharp: formatCSharp,
  ruby: formatRuby,
};

/** Returns the request in every way that people start with. */
export function listSamples(request: SampleRequest, options: SampleOptions): Sample[] {
  const { resultUrl, title } = options;
  const isImage = /\.(svg|png)$/.test(request.file ?? "");
  const programs = Object.entries({
    ...FORMATS,
    cli: () => formatCommandLine(request, options.command),
  });
  return [
    ...programs.map(([id, format]) =>
      createSample(id, LANGUAGES[id as keyof typeof LANGUAGES], () => format(request)),
    ),
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

/** Returns the `sundry` command: scalars as flags, lists and objects as JSON. */
function formatCommandLine({ input, url, file }: SampleRequest, command: string): string {
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
