import assert from "node:assert/strict";
import { it } from "node:test";
import { identifyFile } from "#src/domain/files/memory-files.js";
import { createInbox } from "#src/inbox/workbench/create.js";
import { createPrivateId } from "#src/inbox/workbench/private-id.js";
import { createJob } from "#src/jobs/queue/job.js";

it("ids and tokens never begin with a dash, which the command line takes for a flag", () => {
  const file = { name: "a", type: "text/plain", bytes: new Uint8Array(1) };
  const facts = { client: "", tool: "hash", bytes: 0 };
  const claimant = { worker: "", token: "", nowMs: 0, isAbandoned: () => false };
  for (let count = 0; count < 1_000; count += 1) {
    const inbox = createInbox("", { isPrivate: false }).id;
    const { readToken } = createPrivateId();
    const job = createJob(facts, claimant).job.id;
    const ids = [inbox, readToken, job, identifyFile(file, 0).id].join(" ");
    assert.match(ids, /^[^-]\S{11} [^-]\S{26} [^-]\S{21} [^-]\S{21}$/);
  }
});
