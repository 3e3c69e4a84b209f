import { randomBytes } from "node:crypto";
import { ValidationError } from "../lib/errors.ts";
import { compileInput } from "../lib/input/input.ts";
import type { InboxStore, Page } from "../store/store.ts";
import { ID_RULE, isInboxId } from "./address.ts";
import { summary, pageBody } from "./responses.ts";
import { mapStoreErrors } from "./store-errors.ts";
import { waitForPage } from "./cursor.ts";
import {
  CreateInput,
  CreateOutput,
  ListInput,
  MAX_WAIT_SECONDS,
  RecordsPage,
  WaitInput,
} from "./schemas.ts";

/** What a call comes with. */
interface Call {
  /** The server's address as its caller reaches it, without a slash at the end. */
  origin: string;
  /** Ends what waits. */
  signal: AbortSignal;
}

/** What the inbox offers to programs that call tools (MCP). Over HTTP it has routes: it is no tool with a card. */
export function inboxTools(store: InboxStore) {
  // Sends and reads of an inbox are counted, and never refused for the daily limit.
  const common = { readOnly: true, quotaExempt: true };
  return [
    {
      ...common,
      name: "inbox_create",
      title: "New webhook inbox",
      description:
        "Gives a URL that keeps every request sent to it. The inbox begins with its first request and ends hours later.",
      inputSchema: CreateInput,
      outputSchema: CreateOutput,
      call: creating(store),
    },
    {
      ...common,
      name: "inbox_list",
      title: "Requests in an inbox",
      description: "The requests that a webhook inbox has received, oldest first.",
      inputSchema: ListInput,
      outputSchema: RecordsPage,
      call: listing(store),
    },
    {
      ...common,
      name: "inbox_wait",
      title: "Wait for a request",
      description: `Waits up to ${MAX_WAIT_SECONDS} seconds for a webhook inbox to receive a request. None came: call it again with the same after.`,
      inputSchema: WaitInput,
      outputSchema: RecordsPage,
      call: waiting(store),
    },
  ];
}

function creating(store: InboxStore) {
  const read = compileInput(CreateInput);
  return async (args: unknown, { origin }: Call) => {
    const id = checkedId(read(args).id ?? randomBytes(9).toString("base64url"));
    const { total, expiresAt } = summary(id, await mapStoreErrors(store.getMeta(id)));
    const segment = encodeURIComponent(id);
    const url = `${origin}/api/v1/webhook/${segment}`;
    const output = { id, url, page: `${origin}/inbox/${segment}`, total, expiresAt };
    return { content: [text(JSON.stringify(output))], structuredContent: output };
  };
}

function listing(store: InboxStore) {
  const read = compileInput(ListInput);
  return async (args: unknown) => {
    const { id, after, limit } = read(args);
    const query = { after: after ?? 0, limit, newest: after === undefined, preflights: true };
    return records(id, await mapStoreErrors(store.read(checkedId(id), query)));
  };
}

function waiting(store: InboxStore) {
  const read = compileInput(WaitInput);
  return async (args: unknown, { signal }: Call) => {
    const { id, after: asked, seconds } = read(args);
    const after = asked ?? (await mapStoreErrors(store.getMeta(checkedId(id))))?.lastSeq ?? 0;
    const query = { after, limit: 100, newest: false, preflights: true };
    const waitMs = seconds * 1000;
    const page = await mapStoreErrors(waitForPage(store, checkedId(id), { query, waitMs, signal }));
    const answer = records(id, page);
    if (page.seqs.length > 0) return answer;
    const none = `no request came in ${seconds} s; to go on waiting, call again with after ${after}`;
    return { ...answer, content: [text(none)] };
  };
}

/** The answer of the HTTP API, and whether there is more. Its text has the records' numbers digit by digit. */
function records(id: string, page: Page) {
  const last = page.seqs.at(-1);
  const more = last !== undefined && last < (page.meta?.lastSeq ?? 0);
  const answer = `${Buffer.concat(pageBody(id, page)).toString().slice(0, -1)},"more":${more}}`;
  const structuredContent = JSON.parse(answer) as Record<string, unknown>;
  return { content: [text(answer)], structuredContent };
}

function text(content: string) {
  return { type: "text" as const, text: content };
}

function checkedId(id: string): string {
  if (isInboxId(id)) return id;
  throw ValidationError.at(["id"], `must be ${ID_RULE}`);
}
