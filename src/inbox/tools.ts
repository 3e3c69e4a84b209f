import { ValidationError } from "../lib/errors.ts";
import type { TaskRunner } from "../lib/task-pool.ts";
import { exportToolHandler } from "./export/tool.ts";
import { checkId, toCredentials, toFilter } from "./tool-input.ts";
import { compileInput } from "../lib/input/input.ts";
import type { InboxStore, Page } from "../store/store.ts";
import { summary, pageBody } from "./responses.ts";
import { mapStoreErrors } from "./store-errors.ts";
import { waitForPage } from "./cursor.ts";
import type { Caller } from "./read/read-queue.ts";
import type { RecordReader } from "./read/record-reader.ts";
import type { CheckAccess } from "./workbench/access.ts";
import { createInbox, inboxLinks } from "./workbench/create.ts";
import {
  CreateInput,
  CreateOutput,
  ExportInput,
  ExportOutput,
  ListInput,
  MAX_WAIT_SECONDS,
  RecordsPage,
  WaitInput,
} from "./schemas.ts";

/** What a call comes with. */
interface Call {
  /** The server's address as its caller reaches it, without a slash at the end. */
  origin: string;
  /** The caller's address, as limits count it. */
  ipPrefix: string;
  /** Ends what waits. */
  signal: AbortSignal;
}

/** What the inbox offers to programs that call tools (MCP). Over HTTP it has routes: it is no tool with a card. */
export function inboxTools(deps: Deps) {
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
      call: createHandler(deps),
    },
    {
      ...common,
      name: "inbox_list",
      title: "Requests in an inbox",
      description: "The requests that a webhook inbox has received, oldest first.",
      inputSchema: ListInput,
      outputSchema: RecordsPage,
      call: listHandler(deps),
    },
    {
      ...common,
      name: "inbox_wait",
      title: "Wait for a request",
      description: `Waits up to ${MAX_WAIT_SECONDS} seconds for a webhook inbox to receive a request. None came: call it again with the same after.`,
      inputSchema: WaitInput,
      outputSchema: RecordsPage,
      call: waitHandler(deps),
    },
    {
      ...common,
      name: "inbox_export",
      title: "Export an inbox",
      description:
        "Returns requests of a webhook inbox as curl commands that send them again, raw HTTP, HAR or NDJSON.",
      inputSchema: ExportInput,
      outputSchema: ExportOutput,
      call: exportToolHandler(deps),
    },
  ];
}

/** Dependencies of the inbox's tools. */
interface Deps {
  store: InboxStore;
  reader: RecordReader;
  /** Reads for those who wait for records. */
  waitingReader: RecordReader;
  /** Runs what would block the event loop. */
  tasks: TaskRunner;
  checkAccess: CheckAccess;
  version: string;
}

function createHandler({ store, checkAccess }: Deps) {
  const read = compileInput(CreateInput);
  return async (args: unknown, { origin, ipPrefix }: Call) => {
    const { id, private: isPrivate } = read(args);
    if (id === undefined) return created({ ...createInbox(origin, isPrivate), total: 0 });
    if (isPrivate) throw ValidationError.at(["id"], "must be left out of a private inbox");
    // The count of a private inbox needs its token, too.
    await checkAccess(checkId(id), { tokens: [], ipPrefix });
    const { total, expiresAt } = summary(id, await mapStoreErrors(store.getMeta(id)));
    return created({ id, ...inboxLinks(origin, id), total, expiresAt });
  };
}

function created(output: Record<string, unknown>) {
  return { content: [text(JSON.stringify(output))], structuredContent: output };
}

function listHandler({ reader, checkAccess }: Deps) {
  const read = compileInput(ListInput);
  return async (args: unknown, call: Call) => {
    const { ipPrefix } = call;
    const { id, token, after, limit, ...filters } = read(args);
    await checkAccess(checkId(id), toCredentials(token, ipPrefix));
    const newest = after === undefined;
    const query = { ...EXCERPTS, after: after ?? 0, limit, newest, ...toFilter(filters) };
    return records(id, await mapStoreErrors(reader.read(id, query, toCaller(call))));
  };
}

function waitHandler({ reader, waitingReader, checkAccess }: Deps) {
  const read = compileInput(WaitInput);
  return async (args: unknown, call: Call) => {
    const { signal, ipPrefix } = call;
    const { id, token, after: asked, seconds, ...filters } = read(args);
    const filter = toFilter(filters);
    await checkAccess(checkId(id), toCredentials(token, ipPrefix));
    const after = asked ?? (await mapStoreErrors(reader.getMeta(id)))?.lastSeq ?? 0;
    const query = { ...EXCERPTS, after, limit: 100, newest: false, ...filter };
    const waitMs = seconds * 1000;
    const wait = { query, waitMs, signal, caller: toCaller(call) };
    const page = await mapStoreErrors(waitForPage(waitingReader, id, wait));
    const answer = records(id, page);
    if (page.seqs.length > 0) return answer;
    const none = `no request came in ${seconds} s; to go on waiting, call again with after ${after}`;
    return { ...answer, content: [text(none)] };
  };
}

function toCaller({ ipPrefix, signal }: Call): Caller {
  return { client: ipPrefix, isGone: () => signal.aborted };
}

/** A model gets the beginning of large bodies, and parsing whole ones would block the event loop. */
const EXCERPTS = { view: "excerpt", preflights: true } as const;

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
