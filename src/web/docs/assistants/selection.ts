import type { Connection } from "./client-setup.ts";

/** A tool of the form. */
interface Choice {
  name: string;
  group: string;
  needsServer: boolean;
}

interface Selection {
  all: readonly Choice[];
  chosen: readonly Choice[];
  isSearch: boolean;
}

interface Server {
  /** The server's URL without a path. */
  origin: string;
  needsKey: boolean;
}

/** Returns the connection to a server that lists the chosen tools. */
export function connectOverHttp(selection: Selection, { origin, needsKey }: Server): Connection {
  const parameters = listParameters(selection).map(([name, value]) => `${name}=${value}`);
  const query = parameters.length > 0 ? `?${parameters.join("&")}` : "";
  return { kind: "http", url: `${origin}/mcp${query}`, needsKey };
}

/** Returns the command that lists the chosen tools, with a server for those that need one. */
export function connectOverStdio(selection: Selection, { origin }: Server): Connection {
  const flags = listParameters(selection).flatMap(([name, value]) => [`--${name}`, value]);
  const server = selection.chosen.some(({ needsServer }) => needsServer)
    ? ["--server", origin]
    : [];
  return { kind: "stdio", words: ["sundry", "mcp", ...flags, ...server] };
}

/** Names whole sets as sets, and all tools not at all. */
function listParameters({ all, chosen, isSearch }: Selection): [name: string, value: string][] {
  const names = new Set(chosen.map(({ name }) => name));
  const missing = all.filter(({ name }) => !names.has(name));
  const incomplete = new Set(missing.map(({ group }) => group));
  const sets = new Set(chosen.map(({ group }) => group).filter((group) => !incomplete.has(group)));
  const tools = chosen.filter(({ group }) => incomplete.has(group)).map(({ name }) => name);
  const selected: [string, string][] = [
    ["set", missing.length > 0 ? [...sets].join(",") : ""],
    ["tools", tools.join(",")],
    ["mode", isSearch ? "search" : ""],
  ];
  return selected.filter(([, value]) => value !== "");
}
