import { toInput } from "../form/input.ts";
import { MAX_URL, type Values } from "../form/values.ts";
import type { SampleRequest } from "./samples/request.ts";
import { QUERY, type ToolView } from "./view.ts";

const EXTENSIONS: Record<string, string> = {
  "image/png": "png",
  "image/svg+xml": "svg",
  "text/html": "html",
  "text/markdown": "md",
  "text/plain": "txt",
  "text/csv": "csv",
  "application/pdf": "pdf",
  "application/xml": "xml",
  "application/json": "json",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
};

/** Returns the file extension of a media type; undefined when it has none that people know. */
export function getExtension(mediaType: string): string | undefined {
  return EXTENSIONS[mediaType.split(";", 1)[0] ?? ""];
}

/** A tool's request, whose input is the body of POST. */
export interface ToolRequest extends SampleRequest {
  input: object;
}

/** The requests of forms by their values, because a page sends a form and shows it as code. */
const requests = new WeakMap<Values, { view: ToolView; request: ToolRequest }>();

/** Returns the request of a filled form; its URL begins with the path. */
export function toRequest(view: ToolView, values: Values): ToolRequest {
  const kept = requests.get(values);
  if (kept?.view === view) return kept.request;
  const request = createRequest(view, values);
  requests.set(values, { view, request });
  return request;
}

function createRequest(view: ToolView, values: Values): ToolRequest {
  const query = Object.entries(toInput(view.query, values)).map(([name, value]) => [
    name.slice(QUERY.length),
    String(value),
  ]);
  const text = new URLSearchParams(query).toString();
  const chosen = getMediaType(view, values);
  const mediaType = chosen ?? view.mediaType ?? "application/json";
  const extension = getExtension(mediaType);
  return {
    method: view.method,
    url: view.apiPath + (text && `?${text}`),
    input: toInput(view.fields, values),
    // A chosen image has to be named in `Accept` too, because some tools send images in JSON by
    // default.
    accept: chosen?.startsWith("image/") ? chosen : undefined,
    file: extension === undefined || extension === "json" ? undefined : `${view.name}.${extension}`,
  };
}

/** Returns the media type of a format field's value; undefined when no format was chosen. */
function getMediaType({ fields, query }: ToolView, values: Values): string | undefined {
  for (const { name, media } of [...query, ...fields]) {
    const type = media?.[values[name] ?? ""];
    if (type !== undefined) return type;
  }
  return undefined;
}

/**
 * Returns the URL of a result that GET requests get; undefined when there is none or it is too
 * long.
 */
export function formatResultUrl(view: ToolView, values: Values): string | undefined {
  if (!view.hasGet) return undefined;
  const entries = Object.entries(toInput(view.fields, values));
  if (entries.some(([, value]) => typeof value === "object")) return undefined;
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  const url = `${view.origin}${view.apiPath}?${text.toString()}`;
  return url.length > MAX_URL ? undefined : url;
}
