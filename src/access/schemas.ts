import { type TSchema, Type } from "typebox";
import { enumOf, optionalWithDefault, recordOf } from "../lib/schema.ts";

const DailyLimit = Type.Union([Type.Integer(), Type.Null()], {
  description: "Requests a day; null: unlimited.",
  examples: [100],
});

const Kind = enumOf(["key", "admin", "user", "label", "anonymous"], {
  description:
    "`key`: an issued key; `user`: an account; `label`: a key that the caller chose; `anonymous`: the address.",
});

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const Id = orNull(Type.String({ description: "The id of an issued key." }));
const Name = orNull(Type.String({ description: "The name of the key or account." }));

/** The response of `GET /api/v1/me`. */
export const Me = Type.Object({
  kind: Kind,
  id: Id,
  name: Name,
  scopes: Type.Array(Type.String(), {
    description: "What the caller may do.",
    examples: [["mcp"]],
  }),
  admin: Type.Boolean({ description: "True for an administrator." }),
  perDay: DailyLimit,
  expiresAt: orNull(Type.String({ description: "When the key expires." })),
});

/** Longest range of the usage in days. */
const MAX_USAGE_DAYS = 31;

/** The query of `GET /api/v1/usage`. */
export const UsageQuery = Type.Object({
  days: optionalWithDefault(
    Type.Integer({
      minimum: 1,
      maximum: MAX_USAGE_DAYS,
      description: "The number of days up to today, UTC.",
    }),
    MAX_USAGE_DAYS,
  ),
  format: optionalWithDefault(
    enumOf(["json", "csv"], {
      description: "`csv`: a file with the columns date, tool and count.",
    }),
    "json",
  ),
});

const Day = Type.String({ description: "A UTC day.", examples: ["2026-11-23"] });

/** The response of `GET /api/v1/usage`. */
export const Usage = Type.Object({
  kind: Kind,
  id: Id,
  name: Name,
  limit: DailyLimit,
  from: Day,
  to: Day,
  partial: Type.Boolean({ description: "True when a day has its total only." }),
  days: Type.Array(
    Type.Object({
      date: Day,
      total: Type.Integer({ description: "The requests of the day.", examples: [15] }),
      tools: recordOf(Type.Integer(), {
        description:
          "Requests by tool. `inbox`, `access` (these two paths) and `other` are the rest.",
        examples: [{ hash: 12, inbox: 3 }],
      }),
    }),
    { description: "Every day of the range, oldest first." },
  ),
});
