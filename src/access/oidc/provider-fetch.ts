import { ProviderOutage } from "./failures.ts";

/** Milliseconds that the provider may take for a response. */
export const PROVIDER_TIMEOUT_MS = 5_000;

/** Largest response of the provider. */
const MAX_BYTES = 1024 * 1024;

/**
 * Sends a request to the provider. Rejects with a ProviderOutage when it does not respond in time,
 * with a server error or with too many bytes.
 */
export async function fetchFromProvider(url: string, init: RequestInit): Promise<Response> {
  try {
    const timeout = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    const { status, headers } = response;
    if (status >= 500) throw new Error(`the response has the status ${status}`);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error(`the response has more than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    return new Response(chunks.length > 0 ? new Blob(chunks) : null, { status, headers });
  } catch (error) {
    const { host } = new URL(url);
    throw new ProviderOutage(`${host} does not work`, { cause: error });
  }
}
