import { add, type DocumentScan } from "./document-scan.ts";
import { attribute, type Element, ownText } from "./dom.ts";

const CLASSIC =
  /^(?:|(?:text|application)\/(?:x-)?(?:java|ecma)script(?:1\.[0-5])?|text\/jscript)$/;

/** Reads a `<script>` or an import map. */
export function readScript(element: Element, reading: DocumentScan): void {
  const type = (attribute(element, "type") ?? "").trim().toLowerCase();
  const module = type === "module";
  if (type === "importmap") return readImportMap(ownText(element), reading);
  if (!module && (!CLASSIC.test(type) || attribute(element, "nomodule") !== undefined)) return;
  const source = attribute(element, "src") ?? attribute(element, "href");
  if (source !== undefined) add(reading, module ? "module" : "script", source);
  else reading.scripts.push({ text: ownText(element), module });
}

function readImportMap(text: string, reading: DocumentScan): void {
  try {
    const { imports } = JSON.parse(text) as { imports?: Record<string, unknown> };
    for (const [name, target] of Object.entries(imports ?? {}))
      if (typeof target === "string") reading.imports.set(name, target);
  } catch {
    // A map that cannot be read maps nothing, as in a browser.
  }
}
