import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Captured } from "../inbox/record.ts";
import { call } from "./api.ts";
import type { Send } from "./pages.ts";
import type { SiteOf } from "./tool-routes.ts";

/** Requests that the page holds before its stream brings them all. */
const FIRST_RECORDS = 20;

/** The pages of the inbox: where one is made, and one as it fills. */
export function inboxPageRoutes(app: FastifyInstance, send: Send, site: SiteOf): void {
  app.post("/inbox", async (request, reply) => {
    const id = randomBytes(9).toString("base64url");
    return reply.redirect(`${site(request).basePath}/inbox/${id}`, 303);
  });

  app.get<{ Querystring: { id?: unknown } }>("/inbox", async (request, reply) => {
    const { id } = request.query;
    const at = site(request);
    if (typeof id === "string" && id.trim() !== "") {
      return reply.redirect(`${at.basePath}/inbox/${encodeURIComponent(id.trim())}`, 303);
    }
    return send(request, reply, at, {
      title: "Webhook inbox · Sundry",
      description: "A URL that keeps every request sent to it and shows it live.",
      section: "inbox",
      part: "inbox",
      content: { page: "InboxStart", props: { site: at } },
    });
  });

  app.get<{ Params: { id: string } }>("/inbox/:id", async (request, reply) => {
    const at = site(request);
    const { id } = request.params;
    const path = `/api/v1/webhook/${encodeURIComponent(id)}`;
    const { status, body } = await call(app, request, {
      url: `${path}?limit=${FIRST_RECORDS}`,
      method: "GET",
    });
    if (status !== 200) return reply.redirect(`${at.basePath}/inbox`, 303);
    const answer = JSON.parse(body.toString("utf8")) as {
      payloads: Captured[];
      expiresAt: string | null;
    };
    const records = answer.payloads.toReversed().map(carried);
    const props = {
      id,
      url: at.origin + path,
      basePath: at.basePath,
      records,
      expiresAt: answer.expiresAt,
    };
    return send(request, reply, at, {
      title: `${id} · Webhook inbox · Sundry`,
      description: "The requests in this inbox, live.",
      section: "inbox",
      part: "inbox",
      content: { page: "InboxPage", props },
    });
  });
}

/** Characters of a body that the page itself carries; the stream brings the rest. */
const MOST_BODY = 4000;

/** A request as the page carries it: the newest, which shows in full, also as JSON, so that nothing moves later. */
function carried({ bodyBase64: _base64, ...record }: Captured, index: number): Captured {
  const { body, bodyJson } = record;
  const showsJson = index === 0 && body.length <= MOST_BODY;
  return { ...record, bodyJson: showsJson ? bodyJson : null, body: body.slice(0, MOST_BODY) };
}
