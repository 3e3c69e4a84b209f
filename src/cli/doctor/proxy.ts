import { getErrorMessage } from "../../lib/errors.ts";
import {
  formatCaptureUrl,
  formatInboxUrl,
  type InboxAddress,
  readList,
  type RecordList,
} from "../inbox/server.ts";
import { openResponse, parseJson, request, ServerError } from "../server-client.ts";
import { type Check, type CheckInput, fail, join, ok, type Outcome, skip, warn } from "./check.ts";

const FORGED_ADDRESS = "203.0.113.7";
const FORGED_HOST = "doctor.invalid";
const LARGE_BYTES = 5 * 1024 ** 2;
const EVENT_MS = 2000;
const CLEAN_UP_MS = 2000;

/** Makes an inbox through the proxy, reads what arrives in it, and deletes it. */
export const checkProxy: Check = async (environment) => {
  const { server, signal } = environment;
  if (server === undefined) return skip("neither PUBLIC_URL is set nor --server given");
  try {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    const created = await request(`${server}/api/v1/inboxes`, { ...init, signal });
    const { id, url } = parseJson(created) as { id: string; url: string };
    const address = { server, id };
    try {
      return await judgeInbox(environment, address, url);
    } finally {
      const deadline = AbortSignal.timeout(CLEAN_UP_MS);
      await request(formatInboxUrl(address, ""), { method: "DELETE", signal: deadline });
    }
  } catch (error) {
    const isRefused = error instanceof ServerError && [401, 403].includes(error.status);
    const advice = isRefused
      ? "set SUNDRY_API_KEY to a key that may read and manage inboxes"
      : "check the address, the proxy and that the server runs";
    return fail(getErrorMessage(error), advice);
  }
};

/** `url` is that of the inbox, as the server has it. */
async function judgeInbox(
  { report, signal }: CheckInput,
  address: InboxAddress,
  url: string,
): Promise<Outcome> {
  const { publicUrl, trustProxy, inboxMaxBodyBytes } = report.values;
  const expected = publicUrl ?? address.server;
  const problems: Outcome[] = [];
  if (!url.startsWith(`${expected}/`)) {
    const finding = `PUBLIC_URL: links begin with ${new URL(url).origin}`;
    problems.push(warn(finding, `set PUBLIC_URL to ${expected} where the server runs`));
  }
  const headers = { "x-forwarded-for": FORGED_ADDRESS, "x-forwarded-host": FORGED_HOST };
  await request(formatCaptureUrl(address), { method: "POST", headers, body: "doctor", signal });
  const [captured] = (await readList(address, "", signal)).payloads;
  if (trustProxy !== undefined && captured) problems.push(...judgeHeaders(captured));
  if (!(await passesLarge(address, Math.min(LARGE_BYTES, inboxMaxBodyBytes), signal)))
    problems.push(warn("5 MiB: a large body does not pass", "raise the proxy's limit of bodies"));
  if (!(await deliversEvent(address, signal)))
    problems.push(
      warn("events: none arrived within 2 s", "switch the proxy's buffering of responses off"),
    );
  return join(problems, ok(`an inbox works at ${address.server}`));
}

/** Checks what the proxy did to the headers that a caller forged. */
function judgeHeaders({ ip, headers }: RecordList["payloads"][number]): Outcome[] {
  const problems: Outcome[] = [];
  if (ip === FORGED_ADDRESS || headers["x-forwarded-for"] === FORGED_ADDRESS)
    problems.push(
      warn(
        "X-Forwarded-For: a caller's own counts",
        "let the proxy add its peer's address, or unset TRUST_PROXY",
      ),
    );
  else if (headers["x-forwarded-for"] === undefined)
    problems.push(
      warn("X-Forwarded-For: the proxy does not send it", "let the proxy add its peer's address"),
    );
  if (headers["x-forwarded-host"] === FORGED_HOST)
    problems.push(
      warn("X-Forwarded-Host: a caller's own arrives", "let the proxy remove or replace it"),
    );
  return problems;
}

async function passesLarge(
  address: InboxAddress,
  bytes: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const body = new Uint8Array(bytes);
    await request(formatCaptureUrl(address), { method: "POST", body, signal });
    const { payloads } = await readList(address, "?excerpt=true", signal);
    return payloads.some(({ bodySize }) => bodySize === bytes);
  } catch {
    return false;
  }
}

/** Resolves with true when a capture is in the event stream in time. */
async function deliversEvent(address: InboxAddress, signal: AbortSignal): Promise<boolean> {
  const stream = new AbortController();
  const abort = () => stream.abort();
  signal.addEventListener("abort", abort, { once: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    const opened = openResponse(formatInboxUrl(address, "/events"), { signal: stream.signal });
    timer = setTimeout(abort, EVENT_MS);
    const response = await opened;
    // The time counts from the capture.
    timer.refresh();
    await request(formatCaptureUrl(address), { method: "POST", body: "event", signal });
    let text = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (/^data: /m.test(text)) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    stream.abort();
  }
}
