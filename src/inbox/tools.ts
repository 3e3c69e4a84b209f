import { type Issue, ValidationError } from "../lib/errors.ts";
import { compileInput } from "../lib/input/input.ts";
import type { InboxStore, Page } from "../store/store.ts";
import { ID_RULE, isInboxId } from "./address.ts";
import { summary, pageBody } from "./responses.ts";
import { mapStoreErrors } from "./store-errors.ts";
import { waitForPage } from "./cursor.ts";
import { type FilterInput, parseFilter } from "./read/filter-input.ts";
import type { FilteredQuery, RecordReader } from "./read/record-reader.ts";
import type { CheckAccess, Credentials } from "./workbench/access.ts";
import { createInbox, inboxLinks } from "./workbench/create.ts";
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
  ];
}

/** Dependencies of the inbox's tools. */
interface Deps {
  store: InboxStore;
  reader: RecordReader;
  /** Reads for those who wait for records. */
  waitingReader: RecordReader;
  checkAccess: CheckAccess;
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
  return async (args: unknown, { ipPrefix }: Call) => {
    const { id, token, after, limit, ...filters } = read(args);
    await checkAccess(checkId(id), toCredentials(token, ipPrefix));
    const newest = after === undefined;
    const query = { ...EXCERPTS, after: after ?? 0, limit, newest, ...toFilter(filters) };
    return records(id, await mapStoreErrors(reader.read(id, query)));
  };
}

function waitHandler({ reader, waitingReader, checkAccess }: Deps) {
  const read = compileInput(WaitInput);
  return async (args: unknown, { signal, ipPrefix }: Call) => {
    const { id, token, after: asked, seconds, ...filters } = read(args);
    const filter = toFilter(filters);
    await checkAccess(checkId(id), toCredentials(token, ipPrefix));
    const after = asked ?? (await mapStoreErrors(reader.getMeta(id)))?.lastSeq ?? 0;
    const query = { ...EXCERPTS, after, limit: 100, newest: false, ...filter };
    const waitMs = seconds * 1000;
    const page = await mapStoreErrors(waitForPage(waitingReader, id, { query, waitMs, signal }));
    const answer = records(id, page);
    if (page.seqs.length > 0) return answer;
    const none = `no request came in ${seconds} s; to go on waiting, call again with after ${after}`;
    return { ...answer, content: [text(none)] };
  };
}

/** A model gets the beginning of large bodies, and parsing whole ones would block the event loop. */
const EXCERPTS = { view: "excerpt", preflights: true } as const;

/** Returns the filter as part of a query. Throws a ValidationError that names every invalid value. */
function toFilter(input: FilterInput): Pick<FilteredQuery, "filter"> {
  const issues: Issue[] = [];
  const filter = parseFilter(input, issues);
  if (issues.length > 0) throw new ValidationError(issues);
  return filter ? { filter } : {};
}

function toCredentials(token: string | undefined, ipPrefix: string): Credentials {
  return { tokens: token === undefined ? [] : [token], ipPrefix };
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

function checkId(id: string): string {
  if (isInboxId(id)) return id;
  throw ValidationError.at(["id"], `must be ${ID_RULE}`);
}
