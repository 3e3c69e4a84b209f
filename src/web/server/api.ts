import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Answer, toAnswer } from "../tool/answer.ts";
import { documentUrl } from "../tool/runner.ts";
import { toRequest, type ToolView } from "../tool/view.ts";
import type { Values } from "../form/values.ts";

/** What the API answered to a call of the server's own. */
export interface ApiResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  durationMs: number;
}

/** Headers of the visitor's that the API judges callers by. */
const FORWARDED = ["x-forwarded-for", "x-api-key"];

/** Calls the API as the visitor whose page is being made: their usage counts, their limits hold. */
export async function injectApi(
  app: FastifyInstance,
  visitor: FastifyRequest,
  { url, method = "POST", body, accept = "application/problem+json, */*;q=0.1" }: Call,
): Promise<ApiResponse> {
  const forwarded = FORWARDED.flatMap((name) => {
    const value = visitor.headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  const startMs = performance.now();
  const response = await app.inject({
    method,
    url,
    remoteAddress: visitor.socket.remoteAddress ?? "",
    headers: {
      ...(Object.fromEntries(forwarded) as Record<string, string>),
      host: visitor.host,
      accept,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  });
  const durationMs = performance.now() - startMs;
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.rawPayload,
    durationMs,
  };
}

interface Call {
  url: string;
  method?: "GET" | "POST";
  body?: object;
  accept?: string;
}

/** Asks a tool what its filled form stands for, and reads the answer for its page. */
export async function submitTool(
  app: FastifyInstance,
  visitor: FastifyRequest,
  { view, values, basePath }: { view: ToolView; values: Values; basePath: string },
): Promise<Answer> {
  const { method, url, input } = toRequest(view, values);
  const path = url.slice(basePath.length);
  const called = await injectApi(app, visitor, {
    url: path,
    ...(method === "GET" ? { method } : { body: input }),
  });
  const { status, headers, body, durationMs } = called;
  const type = String(headers["content-type"]);
  return toAnswer({
    status,
    durationMs,
    bytes: body.length,
    header: (name) => headers[name]?.toString() ?? null,
    text: () => body.toString("utf8"),
    imageUrl: () => `data:${type.split(";", 1)[0]};base64,${body.toString("base64")}`,
    documentUrl: documentUrl(view, values),
  });
}
