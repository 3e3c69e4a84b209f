import type { Static } from "typebox";
import type { Route } from "../../http/route.ts";
import { compileInput } from "../../lib/input/input.ts";
import { CreateInboxInput, type NewInbox as NewInboxSchema } from "../schemas.ts";
import { createPrivateId } from "./private-id.ts";
import { createRandomText } from "./random-text.ts";

/** A new inbox. It does not expire yet, because it begins with its first request. */
export type NewInbox = Static<typeof NewInboxSchema>;

const MAX_BODY_BYTES = 262_144;

const ID_BYTES = 9;

/**
 * Returns a new inbox with a random id. `origin` is the server's URL without a slash at its end.
 */
export function createInbox(origin: string, isPrivate: boolean): NewInbox {
  if (!isPrivate) {
    const id = createRandomText(ID_BYTES);
    return { id, ...formatInboxLinks(origin, id), expiresAt: null };
  }
  const { id, readToken } = createPrivateId();
  const { url, page } = formatInboxLinks(origin, id);
  // Browsers do not send the fragment, so the token appears in no log.
  return { id, url, page: `${page}#token=${readToken}`, readToken, expiresAt: null };
}

/** Returns where to send to an inbox and where people watch it. */
export function formatInboxLinks(origin: string, id: string): { url: string; page: string } {
  const segment = encodeURIComponent(id);
  return { url: `${origin}/api/v1/webhook/${segment}`, page: `${origin}/inbox/${segment}` };
}

/**
 * `POST /api/v1/inboxes`: creates a random id, and for a private inbox a read token. Nothing is
 * stored.
 */
export function createInboxRoute(publicUrl: string | undefined): Route {
  const parse = compileInput(CreateInboxInput);
  return {
    quotaExempt: true,
    methods: ["POST"],
    path: "/api/v1/inboxes",
    access: "inbox:manage",
    body: { format: "json", maxBytes: MAX_BODY_BYTES },
    handler: ({ body, origin }) => {
      const json = createInbox(publicUrl ?? origin, parse(body).private);
      return { status: 201, headers: { "cache-control": "no-store" }, json };
    },
  };
}
