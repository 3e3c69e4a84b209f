import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { UnavailableError } from "../lib/errors.ts";
import type { Tool, ToolContext } from "../tools/define.ts";
import { type McpTool, mcpTool } from "./tool.ts";

/** What the feature is made of. */
export interface McpOptions {
  tools: readonly Tool[];
  /** Tools that have no card. */
  others: readonly McpTool[];
  world: ToolContext;
  version: string;
  /** The address in answers; undefined: the one that a request was sent to, with the base path. */
  publicUrl: string | undefined;
  basePath: string;
  /** Counts a call to a tool; gives the refusal when a limit is used up. */
  admit(
    tool: McpTool,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<UnavailableError | undefined>;
}

/** What a message may have beside the largest input of a tool. */
const ENVELOPE_BYTES = 64 * 1024;
const MIN_BODY_BYTES = 256 * 1024;

/**
 * `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions. Each request is one
 * message with a server of its own, so any number of processes can answer the same client.
 */
export function mcpRoutes(options: McpOptions): FastifyPluginCallback {
  const { tools, others, world, version, admit } = options;
  const all = [...tools.map((tool) => mcpTool(tool, world)), ...others];
  const byName = new Map(all.map((tool) => [tool.name, tool]));
  const largest = Math.max(MIN_BODY_BYTES, ...tools.map((tool) => tool.bodyLimitBytes));

  return (app, _options, done) => {
    const ending = new AbortController();
    // Calls that wait would hold up the stop of the process.
    app.addHook("preClose", (closed) => {
      ending.abort();
      closed();
    });
    app.post("/mcp", { bodyLimit: largest + ENVELOPE_BYTES }, async (request, reply) => {
      const { body } = request;
      if (Array.isArray(body)) {
        return reply.code(400).send({ error: "send one message a request; batches are not taken" });
      }
      const tool = byName.get(calledName(body) ?? "");
      const refusal = tool && (await admit(tool, request, reply));
      const unexpected = (error: unknown) => {
        request.log.error({ requestId: request.id, err: error }, "unexpected error");
        return `something went wrong on our side; the request id is ${request.id}`;
      };
      // Loaded with the first message: the protocol's package is 37 MB and a third of a second that most starts can do without.
      const { answerMessage } = await import("./server.ts");
      const call = {
        origin: originOf(request, options),
        signal: AbortSignal.any([untilGone(reply), ending.signal]),
      };
      const message = { tools: byName, version, refusal, call, unexpected };
      return reply.send(await answerMessage(toRequest(request), body, message));
    });
    done();
  };
}

function originOf({ protocol, host }: FastifyRequest, { publicUrl, basePath }: McpOptions): string {
  return publicUrl ?? `${protocol}://${host}${basePath}`;
}

function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  return gone.signal;
}

/** The tool's name when the message is a call. */
function calledName(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === "tools/call" && typeof params?.name === "string" ? params.name : undefined;
}

/** The request as the protocol's package takes it; its body was read and goes along parsed. */
function toRequest({ headers }: FastifyRequest): Request {
  const plain = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: Object.fromEntries(plain) as Record<string, string>,
  });
}
