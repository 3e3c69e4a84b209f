import { createExportToolHandler } from "./export/tool.ts";
import { checkId, toCredentials, toFilter } from "./tool-input.ts";
import { compileInput } from "../lib/input/input.ts";
import { mapStoreErrors, type RecordPage } from "../store/store.ts";
import { summarizeInbox, formatPage } from "./responses.ts";
import { InboxCursor, waitForPage } from "./cursor.ts";
import type { ReadClient } from "./read/read-queue.ts";
import type { InboxRouteDeps } from "./routes.ts";
import { createInbox, createNamedError, formatInboxLinks } from "./workbench/create.ts";
import { INBOX_TOOLS } from "./tool-definitions.ts";
import { CreateInput, ListInput, WaitInput } from "./tool-schemas.ts";

/** Request-specific values of a call. */
export interface InboxToolCall {
  /** The server's address as its caller reaches it, without a slash at the end. */
  origin: string;
  /** The caller's address, as limits count it. */
  ipPrefix: string;
  /** Aborted when the caller has disconnected; ends waits. */
  signal: AbortSignal;
}

/** Creates the MCP tools that create and read inboxes. */
export function createInboxTools(deps: Deps) {
  const { inbox_create, inbox_list, inbox_wait, inbox_export } = INBOX_TOOLS;
  return [
    { ...inbox_create, call: createInboxHandler(deps) },
    { ...inbox_list, call: createListHandler(deps) },
    { ...inbox_wait, call: createWaitHandler(deps) },
    { ...inbox_export, call: createExportToolHandler(deps) },
  ];
}

type Deps = Pick<
  InboxRouteDeps,
  "store" | "names" | "reader" | "waitingReader" | "tasks" | "checkAccess" | "version"
>;

function createInboxHandler({ store, names, checkAccess }: Deps) {
  const read = compileInput(CreateInput);
  return async (args: unknown, { origin, ipPrefix }: InboxToolCall) => {
    const { id, private: isPrivate } = read(args);
    if (id === undefined) {
      const inbox = createInbox(origin, { isPrivate });
      await names?.register(inbox.id);
      return toCreatedResult({ ...inbox, total: 0 });
    }
    if (isPrivate) throw createNamedError();
    // The count of a private inbox needs its token, too.
    await checkAccess(checkId(id), { tokens: [], ipPrefix });
    await names?.register(id);
    const { total, expiresAt } = summarizeInbox(id, await mapStoreErrors(store.getMeta(id)));
    return toCreatedResult({ id, ...formatInboxLinks(origin, id), total, expiresAt });
  };
}

function toCreatedResult(output: Record<string, unknown>) {
  return { content: [toTextContent(JSON.stringify(output))], structuredContent: output };
}

function createListHandler({ reader, checkAccess }: Deps) {
  const read = compileInput(ListInput);
  return async (args: unknown, call: InboxToolCall) => {
    const { ipPrefix } = call;
    const { id, token, after, limit, ...filters } = read(args);
    await checkAccess(checkId(id), toCredentials(token, ipPrefix));
    const newest = after === undefined;
    const query = { ...EXCERPTS, after: after ?? 0, limit, newest, ...toFilter(filters) };
    return toRecordsResult(id, await mapStoreErrors(reader.read(id, query, toReadClient(call))));
  };
}

function createWaitHandler({ reader, waitingReader, checkAccess }: Deps) {
  const read = compileInput(WaitInput);
  return async (args: unknown, call: InboxToolCall) => {
    const { signal, ipPrefix } = call;
    const { id, token, after: requested, seconds, ...filters } = read(args);
    const filter = toFilter(filters);
    await checkAccess(checkId(id), toCredentials(token, ipPrefix));
    const after = requested ?? (await mapStoreErrors(reader.getMeta(id)))?.lastSeq ?? 0;
    const query = { ...EXCERPTS, after, limit: 100, newest: false, ...filter };
    const cursor = new InboxCursor(waitingReader, id, { query, caller: toReadClient(call) });
    signal.addEventListener("abort", () => cursor.end());
    const page = await mapStoreErrors(waitForPage(cursor, seconds * 1000));
    const result = toRecordsResult(id, page);
    if (page.seqs.length > 0) return result;
    const none = `no request came in ${seconds} s; to go on waiting, call again with after ${after}`;
    return { ...result, content: [toTextContent(none)] };
  };
}

function toReadClient({ ipPrefix, signal }: InboxToolCall): ReadClient {
  return { client: ipPrefix, isDisconnected: () => signal.aborted };
}

/**
 * Selects excerpts, because models read only the beginning of large bodies and parsing whole ones
 * would block the event loop.
 */
const EXCERPTS = { view: "excerpt", preflights: true } as const;

/**
 * Returns the HTTP API's response and whether more records follow. The text keeps the records'
 * numbers digit by digit.
 */
function toRecordsResult(id: string, page: RecordPage) {
  const last = page.seqs.at(-1);
  const more = last !== undefined && last < (page.meta?.lastSeq ?? 0);
  const text = `${Buffer.concat(formatPage(id, page)).toString().slice(0, -1)},"more":${more}}`;
  const structuredContent = JSON.parse(text) as Record<string, unknown>;
  return { content: [toTextContent(text)], structuredContent };
}

function toTextContent(content: string) {
  return { type: "text" as const, text: content };
}
