import type { Static } from "typebox";
import type { Route } from "../../http/route.ts";
import { ValidationError } from "../../lib/errors.ts";
import { compileInput } from "../../lib/input/input.ts";
import { CAPTURE_PREFIX } from "../address.ts";
import type { InboxNames } from "../names.ts";
import {
  CreateInboxInput,
  type NewInbox as NewInboxSchema,
  RegisterInboxInput,
} from "../schemas.ts";
import { createPrivateId } from "./private-id.ts";
import { createRandomText } from "../../lib/text/random-text.ts";
import { NO_STORE } from "../../lib/net/http-headers.ts";

/** A new inbox. It does not expire yet, because it begins with its first request. */
type CreatedInbox = Static<typeof NewInboxSchema>;

const MAX_BODY_BYTES = 262_144;

const ID_BYTES = 9;

/**
 * Returns a new inbox, with a random id by default. `origin` is the server's URL without a slash at
 * its end.
 */
export function createInbox(
  origin: string,
  { isPrivate, id: name }: { isPrivate: boolean; id?: string | undefined },
): CreatedInbox {
  if (!isPrivate) {
    const id = name ?? createRandomText(ID_BYTES);
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
  return { url: `${origin}${CAPTURE_PREFIX}${segment}`, page: `${origin}/inbox/${segment}` };
}

const parseOpen = compileInput(CreateInboxInput);
const parseRegistered = compileInput(RegisterInboxInput);

/**
 * `POST /api/v1/inboxes`: creates a random id, and for a private inbox a read token. Only the name
 * is stored, and only where keys are required.
 */
export function createInboxRoute(
  publicUrl: string | undefined,
  names: InboxNames | undefined,
): Route {
  return {
    quotaExempt: true,
    methods: ["POST"],
    path: "/api/v1/inboxes",
    access: "inbox:manage",
    body: { format: "json", maxBytes: MAX_BODY_BYTES },
    handler: async ({ body, origin }) => {
      const { private: isPrivate, id } = names
        ? parseRegistered(body)
        : { ...parseOpen(body), id: undefined };
      if (isPrivate && id !== undefined) throw createNamedError();
      const json = createInbox(publicUrl ?? origin, { isPrivate, id });
      const isNew = names === undefined || (await names.register(json.id));
      return { status: isNew ? 201 : 200, headers: NO_STORE, json };
    },
  };
}

/** The error for the name of a private inbox, whose id is made from its token. */
export function createNamedError(): ValidationError {
  return ValidationError.at(["id"], "must be left out of a private inbox");
}
