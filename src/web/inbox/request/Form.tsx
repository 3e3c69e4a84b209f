import type { JSX } from "preact";
import { Copy } from "../../shell/Copy.tsx";
import { formatBytes } from "../../../lib/text/format-bytes.ts";
import { TableHead } from "../../shell/TableHead.tsx";
import type { InboxAccess } from "../access.ts";
import { Download } from "../Download.tsx";
import type { FormField, InboxRecord } from "../../../domain/record/inbox-record.ts";

interface RequestFormProps {
  inbox: InboxAccess;
  record: InboxRecord;
}

/** The fields of a form, with its files to download. */
export function Form({ inbox: { api, token }, record }: RequestFormProps): JSX.Element {
  const files = `${api}/records/${encodeURIComponent(record.id)}/files`;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Form fields">
      <table class="headers">
        <TableHead columns={["Field", "Value"]} />
        <tbody>
          {(record.bodyForm ?? []).map((field, index) => (
            <tr key={index}>
              <th scope="row">{(Array.isArray(field) ? field[0] : field.name) ?? "(no name)"}</th>
              <td>
                <Value field={field} url={`${files}/${index}`} token={token} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FormValueProps {
  field: FormField;
  /** The URL of the field's file. */
  url: string;
  token: string | undefined;
}

function Value({ field, url, token }: FormValueProps): JSX.Element {
  if (Array.isArray(field) || field.value !== undefined) {
    const text = Array.isArray(field) ? field[1] : field.value;
    return text ? <TextValue text={text} /> : <span class="none">empty</span>;
  }
  const name = field.filename || "file";
  return (
    <span class="file-of-form">
      <span>
        {name}{" "}
        <span class="none">
          {[field.contentType, formatBytes(field.size)].filter(Boolean).join(", ")}
        </span>
      </span>
      <Download url={url} token={token} name={name} what={name} class="button" />
    </span>
  );
}

function TextValue({ text }: { text: string }): JSX.Element {
  return (
    <span class="file-of-form">
      <span class="text-of-form">{text}</span>
      <Copy text={text} what="the value" />
    </span>
  );
}
