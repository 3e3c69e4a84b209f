import { type Static, Type } from "typebox";
import { isCalendarDate } from "../../lib/dates/date.ts";
import { parseNetwork } from "../../lib/net/network-text.ts";
import {
  enumOf,
  optionalMembers,
  optionalWithDefault,
  recordOf,
  singleLine,
} from "../../lib/schema.ts";
import { DEFAULT_SCOPES, SCOPE_PATTERN } from "../../lib/scope.ts";

const Scope = Type.String({
  pattern: SCOPE_PATTERN,
  "x-message": "must be a scope",
});

const Time = Type.String({ "x-check": checkTime, examples: ["2027-01-31T00:00:00.000Z"] });

const settings = {
  name: singleLine(1, 64, { "x-forbid": "controls-and-bidi", examples: ["CI"] }),
  scopes: Type.Array(Scope, {
    minItems: 1,
    maxItems: 50,
    description: "What the key may do.",
    examples: [["tools:*"]],
  }),
  perDay: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: "Requests a day; absent or null: unlimited.",
  }),
  perMinute: recordOf(
    Type.Union([
      Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      enumOf(["off"], { "x-message": 'must be a whole number or "off"' }),
    ]),
    {
      maxProperties: 100,
      description: "Requests a minute by tool, instead of the tool's limit for an address.",
      examples: [{ qr: 600 }],
    },
  ),
  expiresAt: Object.assign(Time, { description: "Within ten years; absent or null: never." }),
  networks: Type.Array(Type.String({ "x-check": checkNetwork }), {
    maxItems: 50,
    description: "Addresses and CIDRs that may use the key; none: all.",
    examples: [["10.0.0.0/8"]],
  }),
};

/** The body of `POST /api/v1/keys`. */
export const KeyInput = Type.Object({
  name: settings.name,
  scopes: optionalWithDefault(settings.scopes, [...DEFAULT_SCOPES]),
  perDay: Type.Optional(settings.perDay),
  perMinute: optionalWithDefault(settings.perMinute, {}),
  expiresAt: Type.Optional(settings.expiresAt),
  networks: optionalWithDefault(settings.networks, []),
});

/** The body of `PATCH /api/v1/keys/{id}`. */
export const KeyChange = Type.Object(optionalMembers(settings));

const MAX_OVERLAP_SECONDS = 604_800;

/** The body of `POST /api/v1/keys/{id}/rotate`. */
export const RotateInput = Type.Object({
  overlapSeconds: optionalWithDefault(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_SECONDS,
      description: "How long the present key goes on working.",
    }),
    86_400,
  ),
});

const orNull = (description: string, example?: string) =>
  Type.Union([Type.String(), Type.Null()], {
    description,
    ...(example !== undefined && { examples: [example] }),
  });

const members = {
  id: Type.String({ examples: ["vabz5yoob146"] }),
  name: Type.String({ examples: ["CI"] }),
  scopes: Type.Array(Type.String(), { examples: [["tools:*"]] }),
  perDay: Type.Union([Type.Integer(), Type.Null()], { examples: [1000] }),
  perMinute: recordOf(Type.Union([Type.Integer(), enumOf(["off"])]), { examples: [{ qr: 600 }] }),
  expiresAt: orNull("When the key expires."),
  networks: Type.Array(Type.String(), { examples: [["10.0.0.0/8"]] }),
  createdAt: Type.String({ examples: ["2026-11-23T09:00:00.000Z"] }),
  lastUsedAt: orNull("The UTC day of the last use.", "2026-11-23"),
  previousEndsAt: orNull("Until when the key before the last rotation works."),
  revokedAt: orNull("When the key was revoked."),
};

/** A key as the API shows it. */
export const KeyMembers = Type.Object(members);
export type KeyMembers = Static<typeof KeyMembers>;

/** A key with its secret, which is shown once. */
export const NewKey = Type.Object({
  ...members,
  key: Type.String({ description: "The key itself. It is not shown again." }),
});

export const KeyList = Type.Object({
  keys: Type.Array(KeyMembers, { description: "Oldest first." }),
});

const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

function checkTime(text: string): string | undefined {
  const [, day = ""] = TIME.exec(text) ?? [];
  if (isCalendarDate(day) && !Number.isNaN(Date.parse(text))) return undefined;
  return "must be a time of RFC 3339, such as 2027-01-31T00:00:00Z";
}

function checkNetwork(text: string): string | undefined {
  return parseNetwork(text) === undefined ? "must be an address or a CIDR" : undefined;
}
