import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Captured } from "../inbox/record.ts";
import { injectApi } from "./api.ts";
import type { SendPage } from "./pages.ts";
import type { SiteOf } from "./tool-routes.ts";

/** Requests that the page holds before its stream brings them all. */
const FIRST_RECORDS = 20;

/** The pages of the inbox: where one is made, and one as it fills. */
export function inboxPageRoutes(app: FastifyInstance, send: SendPage, site: SiteOf): void {
  app.post("/inbox", async (request, reply) => {
    const id = randomBytes(9).toString("base64url");
    return reply.redirect(`${site(request).basePath}/inbox/${id}`, 303);
  });

  const start = async (request: FastifyRequest, reply: FastifyReply, refusal?: Refusal) => {
    const at = site(request);
    return send(request, reply, at, {
      title: "Webhook inbox · Sundry",
      description: "A URL that keeps every request sent to it and shows it live.",
      section: "inbox",
      part: "inbox",
      status: refusal?.status ?? 200,
      content: { page: "InboxStart", props: { site: at, ...(refusal && { refused: refusal }) } },
    });
  };

  app.get<{ Querystring: { id?: unknown } }>("/inbox", async (request, reply) => {
    const asked = request.query.id;
    const id = typeof asked === "string" ? asked.trim() : "";
    if (id === "") return start(request, reply);
    // Of such a path browsers make another.
    if (id === "." || id === "..") return start(request, reply, { id, status: 400, problem: RULE });
    return reply.redirect(`${site(request).basePath}/inbox/${encodeURIComponent(id)}`, 303);
  });

  app.get<{ Params: { id: string } }>("/inbox/:id", async (request, reply) => {
    const at = site(request);
    const { id } = request.params;
    const path = `/api/v1/webhook/${encodeURIComponent(id)}`;
    const { status, body } = await injectApi(app, request, {
      url: `${path}?limit=${FIRST_RECORDS}`,
      method: "GET",
    });
    if (status !== 200) {
      const problem = status === 400 ? RULE : "The inbox cannot be read just now.";
      return start(request, reply, { id, status, problem });
    }
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

/** A name that could not be opened, and why. */
interface Refusal {
  id: string;
  status: number;
  problem: string;
}

const RULE = "A name has 1 to 128 printable characters, no slash, and is not . or .. alone.";

/** Characters of a body that the page itself carries; the stream brings the rest. */
const MAX_BODY = 4000;

/** A request as the page carries it: the newest, which shows in full, also as JSON, so that nothing moves later. */
function carried({ bodyBase64: _base64, ...record }: Captured, index: number): Captured {
  const { body, bodyJson } = record;
  const showsJson = index === 0 && body.length <= MAX_BODY;
  return { ...record, bodyJson: showsJson ? bodyJson : null, body: body.slice(0, MAX_BODY) };
}
