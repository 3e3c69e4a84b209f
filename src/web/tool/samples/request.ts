/** A request as samples show it. */
export interface SampleRequest {
  method: string;
  /** The whole URL. */
  url: string;
  /** The JSON body; methods other than GET may have none. */
  input?: object | undefined;
  /** The `Accept` header that the result needs; undefined: none. */
  accept: string | undefined;
  /** True: the server needs a key, so samples send that of the environment. */
  needsKey?: boolean | undefined;
  /** The name of the file that the result is; undefined: the result is JSON. */
  file: string | undefined;
  /** How the response is read, if it is neither JSON nor a file. */
  reads?: "text" | "events" | "nothing" | undefined;
}

/** The environment variable with the key, which the `sundry` command reads too. */
export const KEY_VARIABLE = "SUNDRY_API_KEY";

/** A header of a request. */
interface SampleHeader {
  name: string;
  /** Undefined: the key, which is in the environment. */
  value: string | undefined;
}

/** Lists the headers of a request. */
export function listHeaders(request: SampleRequest): SampleHeader[] {
  const { accept, needsKey } = request;
  return [
    ...(hasBody(request) ? [{ name: "Content-Type", value: "application/json" }] : []),
    ...(accept === undefined ? [] : [{ name: "Accept", value: accept }]),
    ...(needsKey ? [{ name: "X-API-Key", value: undefined }] : []),
  ];
}

export function hasBody({ method, input }: SampleRequest): boolean {
  return method !== "GET" && input !== undefined;
}

/** Returns the JSON body of a request; undefined without one. */
export function getBody(request: SampleRequest): string | undefined {
  return hasBody(request) ? JSON.stringify(request.input, null, 2) : undefined;
}

/** Returns what a program does with the response. */
export function getReading({ reads, file }: SampleRequest) {
  return reads ?? (file === undefined ? "json" : "file");
}

/** Returns `Post` of `POST`, as classes and constants of methods are named. */
export function capitalizeMethod({ method }: SampleRequest): string {
  return method.charAt(0) + method.slice(1).toLowerCase();
}
