import { Type } from "typebox";
import type { KeptFile, FileStore } from "../domain/files/file-store.ts";
import { FILES_PATH, formatFileUri } from "../domain/files/file-uri.ts";
import { detectMediaType, UNKNOWN_TYPE } from "../domain/files/media-type.ts";
import type { ReadBody } from "../http/body/reader.ts";
import type { RequestContext } from "../http/context.ts";
import type { Reply } from "../http/reply.ts";
import type { Route } from "../http/route.ts";
import { HttpError } from "../lib/errors.ts";
import { compileInput } from "../lib/input/input.ts";
import { parseQuery } from "../lib/input/parse-query.ts";
import { selectBytes } from "../lib/net/byte-range.ts";
import { formatContentDisposition, parseMediaType } from "../lib/net/http-headers.ts";
import { optionalWithDefault } from "../lib/schema.ts";
import { FileName } from "./schemas.ts";

interface FileRouteOptions {
  files: FileStore;
  /** The server's URL in results; undefined: the URL that a request was sent to. */
  publicUrl: string | undefined;
}

/** Largest file that is accepted, in bytes. */
const MAX_FILE_BYTES = 8 * 1024 ** 2;

const NO_FILE = "there is no such file, or it has expired";

/** Keep browsers from running a file, which anybody may have sent. */
const HEADERS = {
  "cache-control": "private, no-store",
  "content-security-policy": "default-src 'none'; sandbox",
  "accept-ranges": "bytes",
};

/** Types that clients send without knowing the file's. */
const VAGUE_TYPES = new Set([UNKNOWN_TYPE, "application/x-www-form-urlencoded", ""]);

const UploadQuery = Type.Object({ name: optionalWithDefault(FileName, "file") });

/** Creates the routes that keep files, return them and remove them. */
export function createFileRoutes(options: FileRouteOptions): Route[] {
  const { files } = options;
  const path = `${FILES_PATH}/:id/:name`;
  const maxBytes = Math.min(MAX_FILE_BYTES, files.maxFileBytes);
  return [
    {
      methods: ["POST"],
      path: FILES_PATH,
      access: "mcp",
      docsAnchor: "upload-file",
      limit: { name: "files", perMinute: 60 },
      body: { format: "raw", maxBytes },
      beforeBody: () => {
        if (maxBytes === 0) throw new HttpError(404, `Not found: ${FILES_PATH}`);
      },
      handler: createUploadHandler(options, maxBytes),
    },
    {
      methods: ["GET", "HEAD"],
      path,
      access: "signed-in",
      docsAnchor: "get-file",
      quotaExempt: true,
      handler: async (context) => replyWithFile(context, await findFile(files, context)),
    },
    {
      methods: ["DELETE"],
      path,
      access: "mcp",
      docsAnchor: "delete-file",
      handler: async ({ params: { id = "", name = "" } }) => {
        if (!(await files.remove(id, name))) throw new HttpError(404, NO_FILE);
        return { status: 204 };
      },
    },
  ];
}

function createUploadHandler({ files, publicUrl }: FileRouteOptions, maxBytes: number) {
  const parse = compileInput(UploadQuery);
  return async (context: RequestContext): Promise<Reply> => {
    const { name } = parse(parseQuery(UploadQuery, context.query));
    const { bytes } = context.body as ReadBody;
    if (bytes.length === 0) throw new HttpError(413, `Send 1 to ${maxBytes} bytes.`);
    const sent = parseMediaType(context.headers["content-type"] ?? "");
    const isVague = VAGUE_TYPES.has(sent) || !/^[\w.+-]+\/[\w.+-]+$/.test(sent);
    const type = isVague ? detectMediaType(bytes, name) : sent;
    const file = await files.put({ name, type, bytes }, context.client.ipPrefix);
    const uri = formatFileUri(file, publicUrl ?? context.origin);
    const headers = { "cache-control": "no-store", location: uri };
    return { status: 201, headers, json: describeFile(file, uri) };
  };
}

function describeFile({ id, name, type, bytes, sha256, expiresAtMs }: KeptFile, uri: string) {
  const expiresAt = new Date(expiresAtMs).toISOString();
  return { id, uri, name, type, bytes: bytes.length, sha256, expiresAt };
}

async function findFile(files: FileStore, { params }: RequestContext): Promise<KeptFile> {
  const { id = "", name = "" } = params;
  const file = await files.get(id, name);
  if (!file) throw new HttpError(404, NO_FILE);
  return file;
}

function replyWithFile(context: RequestContext, file: KeptFile): Reply {
  const { name, type, bytes, sha256 } = file;
  const etag = `"${sha256}"`;
  const part = selectBytes(context, { noun: "file", size: bytes.length, etag });
  const disposition = formatContentDisposition({ name, type: "attachment" });
  return {
    status: part.status,
    type,
    headers: { ...HEADERS, "content-disposition": disposition, ...part.headers },
    etag,
    body: bytes.subarray(part.first, part.last + 1),
  };
}
