import { once } from "node:events";
import { createServer } from "node:net";
import { type Check, fail, join, ok, type Outcome, skip, warn } from "./check.ts";

const OLDEST_NODE = [20, 19] as const;

/** Open files beside connections: the store, packages, workers. */
const OTHER_FILES = 256;

/** Checks the version of Node that runs. */
export const checkNode: Check = () => judgeNode(process.versions.node);

export function judgeNode(version: string): Outcome {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const machine = `Node ${version}, ${process.platform} ${process.arch}`;
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return isOld ? fail(machine, `install Node ${OLDEST_NODE.join(".")} or newer`) : ok(machine);
}

/** Checks the settings as a start does. */
export const judgeSettings: Check = ({ report: { problems, warnings, variables } }) => {
  const count = variables.filter(({ source }) => source !== "default").length;
  return join(
    [
      ...problems.map((problem) => fail(problem, "correct it")),
      ...warnings.map((warning) => warn(warning, "correct or unset it")),
    ],
    ok(`${count} of ${variables.length} variables are set, without a problem`),
  );
};

/** Checks the number of files that a process may open. */
export const checkFiles: Check = ({ report: { values } }) => {
  const limit = readFileLimit();
  return limit === undefined
    ? skip("this system has no limit")
    : judgeFiles(limit, values.maxConnections);
};

export function judgeFiles(limit: number, connections: number): Outcome {
  const needed = connections + OTHER_FILES;
  const finding = `a process may open ${limit} files`;
  const advice = `raise the limit (LimitNOFILE=, ulimit -n) to ${needed}, or lower MAX_CONNECTIONS`;
  if (limit < OTHER_FILES) return fail(finding, advice);
  return limit < needed ? warn(finding, advice) : ok(finding);
}

/** Returns the soft limit; Infinity where it is unlimited, undefined on Windows. */
function readFileLimit(): number | undefined {
  // Else it looks up names of addresses. Node 20 has the member, its types do not.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  const soft = userLimits?.open_files?.soft;
  return soft === "unlimited" ? Infinity : soft === undefined ? undefined : Number(soft);
}

/** Checks that the port is free, or that Sundry has it. */
export const checkPort: Check = async ({ report: { values }, signal }) => {
  const { host, port, basePath } = values;
  if (port === 0) return ok("PORT is 0: the system chooses a free one");
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const code = await tryListen(host, port);
  if (code === undefined) return ok(`${address} is free`);
  if (code !== "EADDRINUSE")
    return fail(`${address} cannot be used: ${code}`, "change HOST or PORT");
  const local = address.replace(/^0\.0\.0\.0:/, "127.0.0.1:").replace("[::]:", "[::1]:");
  return (await isSundry(`http://${local}${basePath}/healthz`, signal))
    ? ok(`Sundry answers at ${address}`)
    : fail(`another program listens at ${address}`, "stop it, or change PORT");
};

async function tryListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await once(server.listen({ host, port, exclusive: true }), "listening");
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "error";
  } finally {
    server.close();
  }
}

async function isSundry(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal });
    await response.body?.cancel();
    return response.ok && response.headers.has("x-usage-limit");
  } catch {
    return false;
  }
}
