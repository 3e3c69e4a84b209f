import type { Server } from "node:http";
import type { ClientResolver } from "../client.ts";
import type { ByteBudget } from "./byte-budget.ts";
import { type ConnectionLimits, limitConnections } from "./connections.ts";
import { handleManyLinesInTurn, limitHeaderLines, reserveHeaders } from "./header-limits.ts";
import { handleParserErrors, type ParserErrorOptions } from "./parser-errors.ts";
import { limitPipelining, type RequestListener } from "./pipelining.ts";
import { limitUnfinishedHeaders } from "./unfinished-headers.ts";

/** Limits of sockets, and what they need to answer for them. */
interface SocketLimits extends ConnectionLimits, ParserErrorOptions {
  /** The budget that large headers count in. */
  uploads: ByteBudget;
  clients: ClientResolver;
}

/** Protects every socket of a server; `onRequest` gets one request of a connection at a time. */
export function guardSocket(
  server: Server,
  limits: SocketLimits,
  onRequest: RequestListener,
): void {
  limitConnections(server, limits);
  limitHeaderLines(server);
  handleParserErrors(server, limits);
  const endHeaders = limitUnfinishedHeaders(server, limits);
  const onRequestInTurn = limitPipelining(handleManyLinesInTurn(onRequest));
  server.on("request", (message, response) => {
    endHeaders(message.socket, response);
    if (reserveHeaders(message, response, limits)) onRequestInTurn(message, response);
  });
}
