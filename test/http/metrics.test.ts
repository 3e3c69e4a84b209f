import assert from "node:assert/strict";
import { it } from "node:test";
import { createMetrics } from "#src/http/ops/metrics.js";

it("durations count in every bucket that includes them, by method and status", () => {
  const metrics = createMetrics();
  const response = { route: "/a", method: "GET", status: 200 };
  for (const seconds of [0.001, 0.002, 0.5, 31]) metrics.observe({ ...response, seconds });
  metrics.observe({ ...response, method: "POST", status: 422, seconds: 0 });
  metrics.observe({ ...response, route: "/b", seconds: 1 });
  const lines = metrics.text().split("\n");
  const listValues = (start: string) =>
    lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
  assert.deepEqual(listValues("sundry_http_requests_total"), [
    '{route="/a",method="GET",status="200"} 4',
    '{route="/a",method="POST",status="422"} 1',
    '{route="/b",method="GET",status="200"} 1',
  ]);
  assert.deepEqual(listValues('sundry_http_request_duration_seconds_bucket{route="/a",le='), [
    '"0.001"} 2',
    '"0.005"} 3',
    '"0.025"} 3',
    '"0.1"} 3',
    '"0.5"} 4',
    '"2.5"} 4',
    '"10"} 4',
    '"30"} 4',
    '"+Inf"} 5',
  ]);
  assert.deepEqual(listValues('sundry_http_request_duration_seconds_sum{route="/a"} '), ["31.503"]);
  assert.deepEqual(listValues('sundry_http_request_duration_seconds_count{route="/a"} '), ["5"]);
  assert.match(metrics.text(), /\nprocess_resident_memory_bytes \d+\n/);
});
