// A hand-written server of three endpoints with the same validation, headers, counting and exact
// arithmetic: the baseline that shows the cost of the request path and of tool definitions.
import { createHash, hash as quickHash } from "node:crypto";
import { createServer } from "node:http";
import { createRateBook } from "../../dist/rates/book.js";
import { convertCurrency } from "../../dist/tools/currency/currency.js";
import { calculateMeetingCost } from "../../dist/tools/meeting-cost/meeting-cost.js";

const ALGORITHMS = new Set(["md5", "sha1", "sha256", "sha384", "sha512"]);
const EXPOSED =
  "X-Usage-Count, X-Usage-Limit, X-Usage-Remaining, X-Usage-Reset, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, ETag";
const digest =
  quickHash ?? ((name, text, encoding) => createHash(name).update(text).digest(encoding));
const book = createRateBook({});
const usage = new Map();
const windows = new Map();
let requests = 0;

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => sendJson(request, response, Buffer.concat(chunks)));
});

function sendJson(request, response, bytes) {
  const now = Date.now();
  const forwarded = request.headers["x-forwarded-for"];
  const ip =
    forwarded?.slice(forwarded.lastIndexOf(",") + 1).trim() ?? request.socket.remoteAddress;
  const count = (usage.get(ip) ?? 0) + 1;
  usage.set(ip, count);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-expose-headers", EXPOSED);
  response.setHeader("x-request-id", `bare-${(++requests).toString(36)}`);
  response.setHeader("x-usage-count", String(count));
  response.setHeader("x-usage-limit", "100");
  response.setHeader("x-usage-remaining", String(Math.max(0, 100 - count)));
  response.setHeader("x-usage-reset", "daily-utc");
  response.setHeader("cache-control", "no-store");
  response.setHeader("content-type", "application/json; charset=utf-8");
  if (!/^application\/(.+\+)?json/.test(request.headers["content-type"] ?? "application/json")) {
    return fail(response, 415, "send the body with Content-Type: application/json");
  }
  let body;
  try {
    body = JSON.parse(bytes.toString());
  } catch {
    return fail(response, 400, "the body is not valid JSON");
  }
  if (request.url === "/api/v1/hash") return hash(body, response);
  const route = request.url === "/api/v1/currency" ? convertAmount : computeMeetingCost;
  const open = windows.get(ip);
  const window = open && now < open.ends ? open : { count: 0, ends: now + 60_000 };
  window.count += 1;
  windows.set(ip, window);
  const seconds = Math.ceil((window.ends - now) / 1000);
  const name = request.url.slice("/api/v1/".length);
  response.setHeader("ratelimit-policy", `"${name}";q=60;w=60`);
  response.setHeader("ratelimit", `"${name}";r=${Math.max(0, 60 - window.count)};t=${seconds}`);
  if (window.count > 60) return fail(response, 429, "at most 60 requests a minute to this path");
  return route(body, response, now);
}

function hash({ text, algorithm = "sha256", encoding = "hex", all = false }, response) {
  if (typeof text !== "string" || !text.isWellFormed())
    return fail(response, 422, "text must be a string");
  const name = algorithm.toLowerCase().replaceAll(/[-_ ]/g, "");
  if (!ALGORITHMS.has(name)) return fail(response, 422, "algorithm must be one of the five");
  if (typeof all !== "boolean") return fail(response, 422, "all must be true or false");
  return send(response, { hash: digest(name, text, encoding), algorithm: name, encoding });
}

function convertAmount({ amount = 1, from = "EUR", to, date, round = true }, response, nowMs) {
  if (typeof amount !== "number" || Math.abs(amount) > 1e12) return fail(response, 422, "bad");
  if (!/^[a-z]{3}$/i.test(from) || !/^[a-z]{3}$/i.test(to)) return fail(response, 422, "bad");
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return fail(response, 422, "bad");
  const { output } = convertCurrency(
    { amount, from, to, date, round },
    { rates: book.rates, nowMs },
  );
  response.setHeader("x-rates-as-of", output.asOf);
  response.setHeader("x-rates-stale", String(output.stale));
  return send(response, output);
}

function computeMeetingCost({ attendees, durationMinutes, currency: code = "USD" }, response) {
  if (!Array.isArray(attendees) || typeof durationMinutes !== "number")
    return fail(response, 422, "bad");
  for (const { hourlyRate, name = null, role = null } of attendees) {
    const named = [name, role].every(
      (text) => text === null || (typeof text === "string" && text.length <= 200),
    );
    if (!Number.isFinite(hourlyRate) || hourlyRate < 0 || !named) return fail(response, 422, "bad");
  }
  const counted = attendees.map((attendee) => ({ count: 1, ...attendee }));
  return send(
    response,
    calculateMeetingCost({ attendees: counted, durationMinutes, currency: code }),
  );
}

function fail(response, status, error) {
  response.statusCode = status;
  send(response, { error });
}

function send(response, value) {
  const text = JSON.stringify(value);
  response.setHeader("content-length", Buffer.byteLength(text));
  response.end(text);
}

server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});
