import { listGuides } from "../../domain/guides.ts";
import type { FileContent } from "../../lib/input/file-members.ts";
import { isText } from "../call-tool.ts";
import { findNamedChoices, listChoices } from "../choices.ts";
import { describeTool, TOOLS } from "../list/describe-tool.ts";
import type { Session } from "../session.ts";
import { type InboxReader, parseInboxUri } from "./inboxes.ts";

/** The content of a resource: text, or bytes in base64. */
type ResourceContent = { mimeType: string } & ({ text: string } | { blob: string });

/** Larger files cannot be read as resources, in bytes. */
const MAX_FILE_BYTES = 32 * 1024 ** 2;

const GUIDES = "sundry://guides/";
const CHOICES = "sundry://choices/";

const JSON_TYPE = "application/json";
const MARKDOWN_TYPE = "text/markdown";

const TEMPLATES = [
  {
    uriTemplate: `${GUIDES}{name}`,
    name: "guide",
    title: "Guide",
    description: "A guide of the documentation.",
    mimeType: MARKDOWN_TYPE,
  },
  {
    uriTemplate: `${TOOLS}{name}`,
    name: "tool",
    title: "Tool in full",
    description: "The complete schemas of a tool, and an example.",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: `${CHOICES}{name}`,
    name: "choices",
    title: "Choices",
    description: "All values of a member with many.",
    mimeType: JSON_TYPE,
  },
];

const INBOX_TEMPLATES = [
  {
    uriTemplate: "sundry://inbox/{id}",
    name: "inbox",
    title: "Webhook inbox",
    description: "The newest 20 requests of an inbox. Can be subscribed to.",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: "sundry://inbox/{id}/{seq}",
    name: "inbox-record",
    title: "Request in an inbox",
    description: "One request with its whole body, up to 1 MiB.",
    mimeType: JSON_TYPE,
  },
];

export function listResourceTemplates({ inboxes }: Session) {
  return { resourceTemplates: [...TEMPLATES, ...(inboxes ? INBOX_TEMPLATES : [])] };
}

/** Lists the guides. Tools, choices and inboxes are found by their templates. */
export function listResources({ readGuides }: Session) {
  const files = readGuides();
  const guides = listGuides(files).filter(({ name }) => files[name] !== undefined);
  return {
    resources: guides.map(({ name, title, summary }) => ({
      uri: GUIDES + name,
      name,
      title,
      description: summary,
      mimeType: MARKDOWN_TYPE,
      size: Buffer.byteLength(files[name] ?? ""),
    })),
  };
}

/** Lists the values of the variable of a template; undefined for an unknown template. */
export async function listTemplateValues(
  template: string,
  { loadCatalog, readGuides }: Session,
): Promise<readonly string[] | undefined> {
  const { all, described } = await loadCatalog();
  switch (template) {
    case `${GUIDES}{name}`:
      return Object.keys(readGuides());
    case `${TOOLS}{name}`:
      return [...described.keys()];
    case `${CHOICES}{name}`:
      return [...findNamedChoices(all.values()).keys()];
    default:
      return INBOX_TEMPLATES.some(({ uriTemplate }) => uriTemplate === template) ? [] : undefined;
  }
}

/** Returns the content of a resource; undefined for an unknown one. */
export async function readResource(
  uri: string,
  session: Session,
  reader: InboxReader,
): Promise<ResourceContent | undefined> {
  const { source, inboxes, readGuides, loadCatalog } = session;
  if (source.isReference(uri)) {
    const file = await source.read(uri, MAX_FILE_BYTES);
    return typeof file === "string" ? undefined : toFileContent(file);
  }
  const address = parseInboxUri(uri);
  if (address) return toJsonContent(await inboxes?.read(address, reader));
  const [, kind, name] = /^sundry:\/\/(guides|tools|choices)\/([\w-]+)$/.exec(uri) ?? [];
  if (name === undefined) return undefined;
  if (kind === "guides") return toGuideContent(readGuides(), name);
  const { all, described } = await loadCatalog();
  if (kind === "tools") {
    const tool = described.get(name);
    return toJsonContent(tool && JSON.stringify(describeTool(tool)));
  }
  const node = findNamedChoices(all.values()).get(name);
  return toJsonContent(node && JSON.stringify(listChoices(node).map((choice) => choice.name)));
}

function toJsonContent(text: string | undefined): ResourceContent | undefined {
  return text === undefined ? undefined : { mimeType: JSON_TYPE, text };
}

function toGuideContent(
  files: Readonly<Record<string, string>>,
  name: string,
): ResourceContent | undefined {
  const text = Object.hasOwn(files, name) ? files[name] : undefined;
  return text === undefined ? undefined : { mimeType: MARKDOWN_TYPE, text };
}

function toFileContent({ bytes, type: mimeType }: FileContent): ResourceContent {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isText(mimeType)
    ? { mimeType, text: buffer.toString() }
    : { mimeType, blob: buffer.toString("base64") };
}
