import { init, parse } from "es-module-lexer";
import { addResource, type DocumentScan } from "./document-scan.ts";
import { getAttribute, getOwnText, type HtmlElement } from "./dom.ts";

/** The types of classic scripts (HTML, "JavaScript MIME type essence match"). */
const CLASSIC_TYPES =
  /^(?:|(?:text|application)\/(?:x-)?(?:java|ecma)script(?:1\.[0-5])?|text\/jscript)$/;

/** Scans a `<script>` or an import map. */
export function scanScript(element: HtmlElement, scan: DocumentScan): void {
  const type = (getAttribute(element, "type") ?? "").trim().toLowerCase();
  if (type === "importmap") return addImportMap(getOwnText(element), scan);
  const isModule = type === "module";
  const isSkipped = !CLASSIC_TYPES.test(type) || getAttribute(element, "nomodule") !== undefined;
  if (!isModule && isSkipped) return;
  const source = getAttribute(element, "src") ?? getAttribute(element, "href");
  if (source === undefined) scan.scripts.push({ text: getOwnText(element), isModule });
  else addResource(scan, isModule ? "module" : "script", source);
}

function addImportMap(text: string, scan: DocumentScan): void {
  try {
    const { imports } = JSON.parse(text) as { imports?: Record<string, unknown> };
    for (const [specifier, target] of Object.entries(imports ?? {})) {
      if (typeof target === "string") scan.importMap.set(specifier, target);
    }
  } catch {
    // Browsers ignore an import map that is not valid JSON.
  }
}

interface ScriptImports {
  /** Specifiers of static imports, as written. */
  specifiers: string[];
  /** Calls of `import()`. They are counted only, because they may never run. */
  dynamicImports: number;
}

/** Parses the imports of a script, module or not. A script that cannot be parsed has none. */
export async function parseImports(source: string): Promise<ScriptImports> {
  await init();
  try {
    const [entries] = parse(source);
    const specifiers = entries.flatMap((entry) =>
      (entry.type === "static" || entry.type === "reexport-star") && entry.specifier
        ? [entry.specifier]
        : [],
    );
    const dynamicImports = entries.filter(({ type }) => type === "dynamic").length;
    return { specifiers, dynamicImports };
  } catch {
    return { specifiers: [], dynamicImports: 0 };
  }
}
