import { Type } from "typebox";
import { enumOf, optionalWithDefault } from "../lib/schema.ts";
import { EXPORT_FORMATS } from "./export/formats.ts";
import { MAX_WAIT_SECONDS } from "./query.ts";
import {
  Count,
  EXPIRES_AT,
  InboxId,
  NEW_INBOX,
  PrivateFlag,
  ReadToken,
  RECORDS,
} from "./schemas.ts";

/** The result of the MCP tools that read. */
export const RecordsPage = Type.Object({
  ...RECORDS,
  more: Type.Boolean({ description: "True when there are records after the last one of these." }),
});

export const CreateInput = Type.Object(
  {
    private: PrivateFlag,
    id: Type.Optional(
      Type.String({ description: "A name of your choice. Defaults to a random one." }),
    ),
  },
  { examples: [{}] },
);

export const CreateOutput = Type.Object({
  ...NEW_INBOX,
  total: Count("Records received so far: above 0 when the name is in use."),
  expiresAt: EXPIRES_AT,
});

const FILTERS = {
  path: Type.Optional(Type.String({ description: "Only records whose path begins with this." })),
  contains: Type.Optional(Type.String({ description: "Only records whose body contains this." })),
  where: Type.Optional(
    Type.String({
      description: 'Only records whose JSON body has this value at this path: .event=="paid".',
    }),
  ),
};

/** The range of records that a tool returns. */
const RANGE = {
  after: Type.Optional(Type.Integer({ minimum: 0, description: "Only records after this seq." })),
  limit: optionalWithDefault(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: "Maximum number of records: the newest, or with `after` the first ones.",
    }),
    20,
  ),
};

export const ListInput = Type.Object(
  {
    id: InboxId,
    token: ReadToken,
    ...RANGE,
    ...FILTERS,
  },
  { examples: [{ id: "orders" }] },
);

export const WaitInput = Type.Object(
  {
    id: InboxId,
    token: ReadToken,
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Wait for a record after this seq. Defaults to the newest there is.",
      }),
    ),
    seconds: optionalWithDefault(
      Type.Integer({ minimum: 1, maximum: MAX_WAIT_SECONDS, description: "How long to wait." }),
      MAX_WAIT_SECONDS,
    ),
    ...FILTERS,
  },
  { examples: [{ id: "orders", seconds: 1 }] },
);

export const ExportInput = Type.Object(
  {
    id: InboxId,
    token: ReadToken,
    format: optionalWithDefault(
      enumOf(EXPORT_FORMATS, { description: "curl: commands that send the requests again." }),
      "curl",
    ),
    ...RANGE,
    ...FILTERS,
  },
  { examples: [{ id: "orders" }] },
);

export const ExportOutput = Type.Object({
  id: Type.String(),
  format: Type.String(),
  text: Type.String({ description: "The file, or its first 256 KiB." }),
  truncated: Type.Boolean({ description: "True when the file is longer than `text`." }),
  url: Type.String({ description: "Where the file with all records is." }),
});

/** Members of every MCP tool of inboxes. Their calls count for the day, never refused. */
export const INBOX_TOOL = {
  group: "webhooks",
  keywords: ["webhook", "inbox", "capture", "request bin"],
  isOpenWorld: false,
  quotaExempt: true,
  scope: "inbox:read",
} as const;

/** The limit of the tool `webhook-signature`, counted separately. */
export const VERIFY_LIMIT = { name: "inbox_verify", perMinute: 60 };
