import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tool, ToolContext, ToolReply } from "../tools/define.ts";
import { runTool } from "../tools/run.ts";
import { collectErrors, HttpError } from "../lib/errors.ts";
import { queryValues } from "./query.ts";

/** Nothing that a caller put into a document can run, load or navigate. */
const DOCUMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
const DOCUMENT = /^(text\/html|image\/svg\+xml)/;

/** Adds the routes of one tool, at its path and its aliases. */
export function toolRoutes(app: FastifyInstance, tool: Tool, world: ToolContext): void {
  const answer = answering(tool, world);
  const { name, perMinute, methods } = tool;
  for (const url of [tool.path, ...tool.aliases]) {
    app.route({
      url,
      method: [...methods],
      bodyLimit: tool.bodyLimitBytes,
      schema: { response: { 200: tool.output } },
      config: perMinute === undefined ? {} : { limit: { name, perMinute } },
      handler: answer,
    });
  }
}

function answering(tool: Tool, context: ToolContext) {
  return (request: FastifyRequest, reply: FastifyReply): void | Promise<FastifyReply> => {
    const isPost = request.method === "POST";
    const [input, query] = collectErrors(
      () => (isPost ? bodyOf(request) : queryValues(tool.input, request)),
      () => tool.query && queryValues(tool.query, request),
    );
    const format = isPost ? "default" : "file";
    const accept = request.headers.accept ?? "";
    const result = runTool(tool, input, { context, query, format, accept });
    if (result instanceof Promise) return result.then((value) => send(tool, value, reply));
    // Not returned: a reply counts as a promise.
    void send(tool, result, reply);
  };
}

function bodyOf(request: FastifyRequest): unknown {
  if (request.body === undefined) throw new HttpError(400, "the body is empty; send a JSON object");
  return request.body;
}

/** Sends an answer. Tools that answer GET have an ETag: their answer depends on the request alone. */
function send(tool: Tool, answer: ToolReply, reply: FastifyReply): FastifyReply {
  const { request } = reply;
  const { type, body, headers = {} } = answer;
  const isFile = typeof body === "string" || body instanceof Uint8Array;
  if (request.method === "POST" && type === "application/json" && !isFile) {
    return sendJson(reply, answer);
  }
  const isText = typeof body === "string" && !type.includes("charset");
  reply
    .headers(headers)
    .type(type === "application/json" || isText ? `${type}; charset=utf-8` : type);
  if (DOCUMENT.test(type)) reply.header("content-security-policy", DOCUMENT_POLICY);
  if (answer.isNegotiated) reply.header("vary", "Accept");
  const content = isFile ? body : (reply.serialize(body) as string);
  const isTagged = tool.methods.includes("GET") && (isFile || request.method !== "POST");
  const etag = isTagged ? etagOf(content) : undefined;
  if (etag) reply.header("etag", etag);
  if (request.method === "POST") return reply.header("cache-control", "no-store").send(content);
  const lasting = isFile ? "public, max-age=31536000, immutable" : "public, max-age=3600";
  reply.header("cache-control", answer.cacheControl ?? headers["Cache-Control"] ?? lasting);
  if (etag && matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.send(content);
}

/** What most answers are, written without the framework's look at what it might be. */
function sendJson(
  reply: FastifyReply,
  { body, headers = {}, isNegotiated }: ToolReply,
): FastifyReply {
  const text = reply.serialize(body);
  const { raw } = reply.hijack();
  raw.writeHead(200, [
    "content-type",
    "application/json; charset=utf-8",
    "cache-control",
    "no-store",
    "content-length",
    String(Buffer.byteLength(text)),
    ...Object.entries(headers).flat(),
    ...(isNegotiated ? ["vary", "Accept"] : []),
  ]);
  raw.end(text);
  return reply;
}

function etagOf(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): a `W/` that a proxy added does not matter. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(",")
    .some((entry) => ["*", etag].includes(entry.trim().replace(/^W\//, "")));
}
