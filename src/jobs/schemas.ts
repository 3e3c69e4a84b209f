import { Type } from "typebox";
import { enumOf } from "../lib/schema.ts";
import { OUTPUTS } from "./options.ts";

const Count = Type.Integer({ minimum: 0 });
const Time = Type.String({ format: "date-time" });
const orNull = <T extends ReturnType<typeof Type.String> | typeof Count>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** A job as responses have it. */
export const JobSchema = Type.Object({
  id: Type.String({ description: "22 characters. Whoever has it may read and cancel the job." }),
  url: Type.String(),
  tool: Type.String(),
  state: enumOf(["queued", "running", "done", "failed", "cancelled"]),
  rows: Count,
  done: Type.Integer({ minimum: 0, description: "Rows of finished chunks, failed ones included." }),
  failed: Count,
  etaSeconds: orNull(Count),
  createdAt: Time,
  startedAt: orNull(Time),
  finishedAt: orNull(Time),
  expiresAt: orNull(Time),
  output: enumOf(OUTPUTS),
  bytes: orNull(Count),
  result: orNull(Type.String({ description: "The URL of the result, when the job is done." })),
  error: orNull(Type.String({ description: "Why the job failed." })),
});
