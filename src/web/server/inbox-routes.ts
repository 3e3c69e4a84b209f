import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import type { Route } from "../../http/route.ts";
import type { InboxRecord } from "../../domain/record/inbox-record.ts";
import { findEvent } from "../inbox/sender.ts";
import type { PageServices } from "./page-renderer.ts";
import { seeOther } from "./sign-in-routes.ts";

/** Requests that the server renders before the stream brings all of them. */
const FIRST_RECORDS = 20;

/** Origins that the page may replay requests to: programs on the reader's machine. */
export const LOCAL_PROGRAMS = ["localhost", "127.0.0.1"].flatMap((host) => [
  `http://${host}:*`,
  `https://${host}:*`,
]);

interface InboxPageOptions extends PageServices {
  /** Seconds from the first request to the end of an inbox. */
  inboxTtlSeconds: number;
}

export function createInboxPageRoutes(options: InboxPageOptions): Route[] {
  return [createNewInboxRoute(options), createStartRoute(options), createInboxRoute(options)];
}

/** Creates the route that redirects to the page of a new inbox with a random id. */
function createNewInboxRoute({ injectApi }: InboxPageOptions): Route {
  return {
    methods: ["POST"],
    path: "/inbox",
    access: "inbox:manage",
    handler: async (context) => {
      const { basePath, query } = context;
      const isPrivate = new URLSearchParams(query).get("private") === "true";
      const { body } = await injectApi(context, {
        url: "/api/v1/inboxes",
        body: { private: isPrivate },
        isCounted: false,
      });
      const { id, readToken } = JSON.parse(body.toString("utf8")) as {
        id: string;
        readToken?: string;
      };
      const fragment = readToken === undefined ? "" : `#token=${readToken}`;
      return seeOther(`${basePath}/inbox/${id}${fragment}`);
    },
  };
}

function createStartRoute(options: InboxPageOptions): Route {
  return {
    methods: ["GET", "HEAD"],
    path: "/inbox",
    access: "inbox:read",
    handler: (context) => {
      const id = new URLSearchParams(context.query).get("id")?.trim() ?? "";
      if (id === "") return renderStart(options, context);
      // Browsers resolve such a path segment to another path.
      if (id === "." || id === "..") {
        return renderStart(options, context, { id, status: 400, problem: RULE });
      }
      return seeOther(`${context.basePath}/inbox/${encodeURIComponent(id)}`);
    },
  };
}

function renderStart(
  { render, getSite }: InboxPageOptions,
  context: RequestContext,
  refused?: RefusedName,
): Promise<Reply> {
  return render(context, {
    title: "Webhook inbox · Sundry",
    description: "A URL that stores every request sent to it and shows it live.",
    section: "inbox",
    part: "inbox-start",
    status: refused?.status ?? 200,
    content: {
      page: "InboxStart",
      props: { site: getSite(context), ...(refused && { refused }) },
    },
  });
}

function createInboxRoute(options: InboxPageOptions): Route {
  return {
    methods: ["GET", "HEAD"],
    path: "/inbox/:id",
    access: "inbox:read",
    handler: async (context) => {
      const { id = "" } = context.params;
      const path = `/api/v1/webhook/${encodeURIComponent(id)}`;
      const url = `${path}?limit=${FIRST_RECORDS}&excerpt=true`;
      const { status, body } = await options.injectApi(context, { url, method: "GET" });
      // The page of a private inbox reads with the token in its fragment, which only the browser
      // knows.
      const isPrivate = status === 401;
      if (status !== 200 && !isPrivate) {
        const problem = status === 400 ? RULE : "The inbox cannot be read now. Try again.";
        return renderStart(options, context, { id, status, problem });
      }
      const listing = isPrivate
        ? { payloads: [], expiresAt: null }
        : (JSON.parse(body.toString("utf8")) as Listing);
      return options.render(context, {
        title: `${id} · Webhook inbox · Sundry`,
        description: "The requests in this inbox, live.",
        section: "inbox",
        part: "inbox",
        connectSources: LOCAL_PROGRAMS,
        content: {
          page: "InboxPage",
          props: createPageProps(options, context, { id, path, listing }),
        },
      });
    },
  };
}

/**
 * Returns the props of an inbox's page. The request that the query names is selected, else the
 * newest.
 */
function createPageProps(
  { assets, getSite, inboxTtlSeconds }: InboxPageOptions,
  context: RequestContext,
  { id, path, listing }: { id: string; path: string; listing: Listing },
) {
  const { origin, basePath } = getSite(context);
  const newest = listing.payloads.toReversed();
  const requested = new URLSearchParams(context.query).get("record");
  const selected = newest.find((record) => record.id === requested) ?? newest[0];
  const verifier = assets.findFile("verify.js");
  return {
    id,
    url: origin + path,
    basePath,
    records: newest.map((record) => toPageRecord(record, record === selected)),
    expiresAt: listing.expiresAt,
    lifetime: inboxTtlSeconds,
    ...(selected && selected.id === requested && { selected: selected.id }),
    ...(verifier !== undefined && { verifier: `${basePath}/assets/${verifier}` }),
  };
}

/** The members of the API's response that the page shows. */
interface Listing {
  payloads: InboxRecord[];
  expiresAt: string | null;
}

/** A name that cannot be opened, and why. */
interface RefusedName {
  id: string;
  status: number;
  problem: string;
}

const RULE = "A name has 1 to 128 printable characters, no slash, and is not . or .. alone.";

/** Characters of a body that the server renders; the stream brings the rest. */
const MAX_BODY = 4000;

/**
 * Returns a request as the page has it. The one in detail keeps its JSON, so that nothing moves
 * later.
 */
function toPageRecord(
  { bodyBase64: _base64, ...record }: InboxRecord,
  isShown: boolean,
): InboxRecord {
  const { body, bodyJson } = record;
  const isLong = body.length > MAX_BODY;
  const bodyEvent = findEvent(bodyJson);
  return {
    ...record,
    ...(isLong && { bodyExcerpt: true }),
    ...(bodyEvent !== undefined && { bodyEvent }),
    bodyJson: isShown && !isLong ? bodyJson : null,
    body: body.slice(0, MAX_BODY),
  };
}
