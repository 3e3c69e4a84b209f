import { createHash } from "node:crypto";

/** A Lua script, which is run by its hash once the server has it cached. */
export interface Script {
  lua: string;
  sha: string;
}

/** Returns a script with its hash, by which Redis caches it. */
export function defineScript(lua: string): Script {
  return { lua, sha: createHash("sha1").update(lua).digest("hex") };
}
