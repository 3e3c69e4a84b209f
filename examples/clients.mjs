// The typed client and an inbox in a program. In a project with the package: node clients.mjs
import { createClient } from "sundry/client";
import { createInbox, openInbox } from "sundry/inbox";

const url = process.env.SUNDRY_URL ?? "http://localhost:3000";

const sundry = createClient({ url });
const { data, usage } = await sundry.json("hash", { text: "abc" });
console.log(`${data.hash} (request ${usage.count} of today)`);

const { data: created } = await createInbox({ url });
const inbox = openInbox({ url, id: created.id });
await fetch(created.url, { method: "POST", body: "paid" });
const { payloads } = (await inbox.list({ after: 0, wait: 25 })).data;
console.log(`${payloads[0].method} ${payloads[0].body}`);
