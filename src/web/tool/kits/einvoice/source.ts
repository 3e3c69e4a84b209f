import type { Values } from "../../../form/values.ts";
import { fetchResult, formatAccept } from "../../submit.ts";
import type { ToolView } from "../../view.ts";
import { findFile } from "./file-store.ts";

/** Sends the invoice of a form with other members of the query. Rejects without a server. */
export function sendInvoice(
  view: ToolView,
  values: Values,
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Response> {
  const file = findFile(values);
  if (!file) {
    const entries = Object.entries(query).map(([name, value]) => [`?${name}`, value]);
    const changed = { ...values, ...(Object.fromEntries(entries) as Values) };
    return fetchResult(view, changed, signal ? { signal } : {});
  }
  const { profile = "", language = "" } = values;
  const members = Object.entries({ profile, language, ...query }).filter(
    ([, value]) => value !== "",
  );
  const text = new URLSearchParams(members).toString();
  const type = /\.pdf$/i.test(file.name) ? "application/pdf" : "application/xml";
  return fetch(`${view.apiPath}?${text}`, {
    method: "POST",
    headers: { accept: formatAccept(undefined), "content-type": type },
    body: file,
    ...(signal && { signal }),
  });
}

/** Returns the XML of the invoice of a form as lines. Rejects without a server. */
export async function readXmlLines(view: ToolView, values: Values): Promise<string[]> {
  const file = findFile(values);
  if (!file && !values["file"]) return (values["xml"] ?? "").split("\n");
  const isPdf = !file || /\.pdf$/i.test(file.name);
  const source = isPdf ? await sendInvoice(view, values, { format: "xml" }) : file;
  return decode(new Uint8Array(await source.arrayBuffer())).split("\n");
}

/** Decodes XML by its byte order mark or declaration. */
function decode(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  if (head.startsWith("ÿþ")) return new TextDecoder("utf-16le").decode(bytes);
  if (head.startsWith("þÿ")) return new TextDecoder("utf-16be").decode(bytes);
  const [, label = "utf-8"] = /^[^>]*\sencoding\s*=\s*["']([\w-]+)["']/.exec(head) ?? [];
  return new TextDecoder(label).decode(bytes);
}
