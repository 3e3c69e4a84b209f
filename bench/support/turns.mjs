// Loaded into a server with --import: appends the longest turn of each second to the file in
// TURNS_FILE, as the time in milliseconds since 1970 and processor time in milliseconds, so that
// other processes on the machine do not count.
import { appendFileSync, openSync, readSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const { TURNS_FILE } = process.env;
if (isMainThread && TURNS_FILE) watchTurns(TURNS_FILE);

function watchTurns(file) {
  const statistics = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  const buffer = Buffer.alloc(64);
  const readProcessorMs = () => {
    const length = readSync(statistics, buffer, 0, buffer.length, 0);
    return Number(buffer.toString("latin1", 0, length).split(" ")[0]) / 1e6;
  };
  let last = readProcessorMs();
  let longest = 0;
  // A timer is late by as long as a turn takes.
  setInterval(() => {
    const now = readProcessorMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5).unref();
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${longest.toFixed(0)}\n`);
    longest = 0;
  }, 1000).unref();
}
