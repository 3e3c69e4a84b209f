// A typed client from the OpenAPI document alone. In an empty folder, with this file and a server:
//
//   npm init -y && npm pkg set type=module
//   npm install openapi-fetch openapi-typescript typescript@5 @types/node
//   npx openapi-typescript http://127.0.0.1:3000/openapi.json -o sundry.d.ts
//   npx tsc --strict --target es2022 --module nodenext openapi-typescript.ts
//   node openapi-typescript.js http://127.0.0.1:3000
import createClient from "openapi-fetch";
import type { paths } from "./sundry.js";

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "http://127.0.0.1:3000" });

const { data: hashed } = await client.POST("/api/v1/hash", { body: { text: "abc" } });
const hash: string | undefined = hashed?.hash;

const { data: meeting, response } = await client.POST("/api/v1/meeting-cost", {
  body: { attendees: [{ name: "Ada", hourlyRate: 90 }], durationMinutes: 45 },
});
const cost: number | undefined = meeting?.totalCost;
const today = response.headers.get("x-usage-count");

// A picture: the bytes are read as they are.
const { data: svg } = await client.GET("/api/v1/qr", {
  params: { query: { text: "https://example.com", margin: 2 } },
  parseAs: "text",
});

const inbox = { params: { path: { id: "typescript" } } };
await client.POST("/api/v1/webhook/{id}", { ...inbox, body: { event: "paid" } });
const { data: records } = await client.GET("/api/v1/webhook/{id}", inbox);
const method: string | undefined = records?.payloads?.at(-1)?.method;

// A broken rule: the sentence of the API.
const { error } = await client.POST("/api/v1/qr", { body: { text: "" } });
const sentence: string | undefined = error?.error;

process.stdout.write(
  JSON.stringify({ hash, cost, today, svg: String(svg).slice(0, 4), method, sentence }),
);
