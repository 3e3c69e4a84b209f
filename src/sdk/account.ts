import type { UsageReport } from "../domain/access/usage-report.ts";
import type { KeptFile, Keys, Me, UploadOptions } from "./access-types.ts";
import type { Requests } from "./requests.ts";

function toKeyPath(id = "", action = ""): string {
  return `keys${id && `/${encodeURIComponent(id)}`}${action}`;
}

export function createAccount({ json }: Requests) {
  return {
    upload: (file: Blob, { name, signal }: UploadOptions = {}) =>
      json<KeptFile>("POST", "files", {
        blob: file,
        ...(name !== undefined && { query: { name } }),
        ...(signal && { signal }),
      }),
    me: () => json<Me>("GET", "me"),
    usage: (days = 31) => json<UsageReport>("GET", "usage", { query: { days: `${days}` } }),
  };
}

export function createKeys({ call, json }: Requests): Keys {
  return {
    create: (body) => json("POST", toKeyPath(), { body }),
    list: () => json("GET", toKeyPath()),
    get: (id) => json("GET", toKeyPath(id)),
    change: (id, body) => json("PATCH", toKeyPath(id), { body }),
    rotate: (id, overlapSeconds) =>
      json("POST", toKeyPath(id, "/rotate"), { body: { overlapSeconds } }),
    revoke: async (id) => void (await call("DELETE", toKeyPath(id))),
  };
}
