import type { FileContent } from "../lib/input/file-members.ts";
import { isText } from "./call-tool.ts";
import { describeTool, TOOLS } from "./list/describe-tool.ts";
import type { Session } from "./session.ts";

/** The content of a resource: text, or bytes in base64. */
export type ResourceContent = { mimeType: string } & ({ text: string } | { blob: string });

/** Larger files cannot be read as resources, in bytes. */
const MAX_FILE_BYTES = 32 * 1024 ** 2;

const TOOL_TEMPLATE = {
  uriTemplate: `${TOOLS}{name}`,
  name: "tool",
  title: "Tool in full",
  description: "The complete schemas of a tool, and an example.",
  mimeType: "application/json",
};

export function listResourceTemplates() {
  return { resourceTemplates: [TOOL_TEMPLATE] };
}

/** Returns the content of a resource; undefined for an unknown one. */
export async function readResource(
  uri: string,
  { loadCatalog, source }: Session,
): Promise<ResourceContent | undefined> {
  if (source.isReference(uri)) {
    const file = await source.read(uri, MAX_FILE_BYTES);
    return typeof file === "string" ? undefined : toFileContent(file);
  }
  if (!uri.startsWith(TOOLS)) return undefined;
  const tool = (await loadCatalog()).described.get(uri.slice(TOOLS.length));
  return tool && toJsonContent(describeTool(tool));
}

function toJsonContent(value: object): ResourceContent {
  return { mimeType: "application/json", text: JSON.stringify(value) };
}

function toFileContent({ bytes, type: mimeType }: FileContent): ResourceContent {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isText(mimeType)
    ? { mimeType, text: buffer.toString() }
    : { mimeType, blob: buffer.toString("base64") };
}
