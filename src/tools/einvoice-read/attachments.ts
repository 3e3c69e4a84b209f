import { createHash } from "node:crypto";
import type { Attachment } from "./pdf/attachments.ts";
import type { OpenedInvoice } from "./open.ts";
import type { GroupValue, TermValue } from "./terms/read-terms.ts";

/** An attachment without its bytes, as it is listed. */
export interface AttachmentEntry extends Omit<Attachment, "bytes"> {
  n: number;
  bytes: number;
  sha256: string;
}

/** Returns the files of an invoice: those of BG-24, then the others of a PDF. */
export function listAttachments(
  members: readonly (TermValue | GroupValue)[],
  { files }: Pick<OpenedInvoice, "files">,
): Attachment[] {
  const documents = members.flatMap((member) =>
    "group" in member && member.group.id === "BG-24" ? readDocument(member) : [],
  );
  return [...documents, ...files];
}

function readDocument({ members }: GroupValue): Attachment[] {
  const find = (id: string) =>
    members.find((member): member is TermValue => "term" in member && member.term.id === id);
  const content = find("BT-125");
  if (content === undefined) return [];
  const attribute = (id: string) =>
    content.attributes.find((entry) => entry.id === id)?.value.trim() ?? "";
  return [
    {
      name: attribute("BT-125-2") || (find("BT-122")?.value ?? ""),
      type: attribute("BT-125-1"),
      description: find("BT-123")?.value ?? "",
      bytes: Buffer.from(content.value, "base64"),
    },
  ];
}

export function describeAttachment(
  { name, type, description, bytes }: Attachment,
  n: number,
): AttachmentEntry {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { n, name, type, bytes: bytes.length, sha256, description };
}
