import type { ApiResponse } from "./response.ts";
import type { CallOptions } from "./tool-types.ts";

export interface CallRequest extends CallOptions {
  body?: unknown;
  /** A file to send instead of a body. */
  blob?: Blob;
  accept?: string;
}

/** Sends requests to paths below `/api/v1/`. */
export interface Requests {
  call(method: string, path: string, request?: CallRequest): Promise<Response>;
  json<T>(method: string, path: string, request?: CallRequest): Promise<ApiResponse<T>>;
  file(method: string, path: string, request?: CallRequest): Promise<ApiResponse<Blob>>;
}
