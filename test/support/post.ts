/** Sends a value as JSON by POST. */
export function postJson(url: string, value: unknown, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  });
}

let callers = 0;

/** Returns the header of a new client address, for a server that trusts one proxy. */
export function createCaller(): Record<string, string> {
  callers += 1;
  return { "x-forwarded-for": `10.9.${callers >> 8}.${callers & 255}` };
}
