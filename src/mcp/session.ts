import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { UnavailableError } from "../lib/errors.ts";
import type { Catalog } from "./list/catalog.ts";
import type { InboxResources } from "./resources/inboxes.ts";
import type { McpCall } from "./tool.ts";
import type { CallSource } from "./files/shared-folders.ts";

/** How the caller waits: until a signal, and whether it wants to know the progress. */
type CallWaiting = Pick<McpCall, "signal" | "onProgress">;

/** The state of one client: for one message over HTTP, for all over stdio. */
export interface Session {
  version: string;
  /** The tools; over stdio they are loaded when they are first needed. */
  loadCatalog(): MaybePromise<Catalog>;
  /** The reason why a call is rejected; undefined when it is not. */
  refusal?: UnavailableError | undefined;
  createCall(waiting: CallWaiting): McpCall;
  /** The files that members of inputs may name, and that can be read as resources. */
  source: CallSource;
  /** The guides of the documentation as Markdown, by name. */
  readGuides(): Readonly<Record<string, string>>;
  /** Absent where there are none, or the client may not read them. */
  inboxes?: InboxResources | undefined;
  /** The read token of private inboxes, where a request brings none. */
  inboxToken?: string | undefined;
  /** The address of the client, as limits count it. */
  ipPrefix: string;
  /** Logs an unexpected error and returns the message for the caller. */
  reportUnexpected(error: unknown): string;
}
