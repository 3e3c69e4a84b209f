import type { ApiResponse } from "./response.ts";
import type { CallOptions, InputOf, Name, OutputOf } from "./tool-types.ts";

/** A row, whose other members are in the defaults. */
type PartialInput<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: PartialInput<T[K]> }
    : T;

/** The rows of a batch and its options. */
export interface BatchRequest<N extends Name> {
  rows: readonly PartialInput<InputOf<N>>[];
  /** Members that rows lack. */
  defaults?: PartialInput<InputOf<N>>;
  /** Template of the file names, such as `{to.name}`. */
  name?: string;
  /** "stop" ends the output with the first failed row. */
  onError?: "continue" | "stop";
  /** The kind of the file. Default: the tool's own. */
  output?: "zip" | "ndjson" | "csv" | "pdf";
}

/** The result of a row. Rows count from 1. */
export type RowResult<N extends Name> =
  | { row: number; status: 200; result: OutputOf<N>; error?: undefined }
  | { row: number; status: number; result?: undefined; error: string };

/** The results of a batch in the order of its rows, while later rows run; or its file. */
export interface Batch<N extends Name> extends AsyncIterable<RowResult<N>> {
  blob(): Promise<ApiResponse<Blob>>;
}

/** Rows that a server works on in the background. */
export interface Job {
  id: string;
  url: string;
  tool: string;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  rows: number;
  /** Rows of finished chunks, failed ones included. */
  done: number;
  failed: number;
  etaSeconds: number | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  expiresAt: string | null;
  output: "zip" | "ndjson" | "csv" | "pdf";
  bytes: number | null;
  result: string | null;
  error: string | null;
}

export interface WaitOptions {
  signal?: AbortSignal;
  /** Called with the job each second. */
  onProgress?(job: Job): void;
}

/** The jobs of a server. Whoever has the id of one may read and cancel it. */
export interface Jobs {
  create<N extends Name>(
    tool: N,
    request: BatchRequest<N>,
    options?: CallOptions,
  ): Promise<ApiResponse<Job>>;
  get(id: string): Promise<ApiResponse<Job>>;
  /** Resolves with a job that has ended, whatever its state. */
  wait(id: string, options?: WaitOptions): Promise<ApiResponse<Job>>;
  /** Cancels a job, or forgets one that has ended. */
  cancel(id: string): Promise<void>;
  result(id: string): Promise<ApiResponse<Blob>>;
}
