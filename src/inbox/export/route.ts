import type { Handler, Route } from "../../http/route.ts";
import { type Issue, ValidationError } from "../../lib/errors.ts";
import { formatContentDisposition } from "../../lib/net/http-headers.ts";
import { runForClient } from "../../lib/workers/task-pool.ts";
import { INBOX_PREFIX, parseInboxPath } from "../address.ts";
import { parseListQuery } from "../query.ts";
import { type ExportOptions, exportRecords } from "./export.ts";
import { EXPORT_FORMATS, type ExportFormat, FORMATS } from "./formats.ts";
import { mapStoreErrors } from "../../store/store.ts";

interface ExportRouteOptions extends Pick<ExportOptions, "reader" | "tasks"> {
  version: string;
  /** The server's URL in exports; undefined: the one that a request was sent to. */
  publicUrl: string | undefined;
}

/** `GET …/export`: the records of an inbox as a file in one of several formats. */
export function createExportRoute(options: ExportRouteOptions): Route {
  return {
    quotaExempt: true,
    methods: ["GET"],
    path: `${INBOX_PREFIX}:inbox/export`,
    access: "inbox:read",
    handler: createExportHandler(options),
  };
}

function createExportHandler({ reader, tasks, version, publicUrl }: ExportRouteOptions): Handler {
  return async (requestContext) => {
    const { inbox, query: text } = parseInboxPath(requestContext.target, INBOX_PREFIX);
    const format = parseFormat(new URLSearchParams(text));
    const query = { ...parseListQuery(text).query, view: "stored" } as const;
    const context = { inbox, version, origin: publicUrl ?? requestContext.origin };
    const first = await mapStoreErrors(reader.read(inbox, query));
    const { type, extension } = FORMATS[format];
    return {
      type,
      headers: {
        "content-disposition": formatContentDisposition({
          name: inbox,
          extension,
          type: "attachment",
        }),
        "cache-control": "no-store",
      },
      body: exportRecords(first, {
        reader,
        tasks: runForClient(tasks, requestContext.client.ipPrefix),
        format,
        context,
      }),
    };
  };
}

function parseFormat(parameters: URLSearchParams): ExportFormat {
  const [value = EXPORT_FORMATS[0], ...more] = parameters.getAll("format");
  const format = EXPORT_FORMATS.find((name) => name === value.toLowerCase());
  if (format && more.length === 0) return format;
  const message = format ? "must be given once" : `must be one of ${EXPORT_FORMATS.join(", ")}`;
  const issue: Issue = { path: ["format"], message };
  throw new ValidationError([issue]);
}
