import { Type } from "typebox";
import { optionalWithDefault } from "../lib/schema.ts";
import { ID_RULE } from "./address.ts";

/** The longest wait. */
export const MAX_WAIT_SECONDS = 30;

const Id = Type.String({ description: `The inbox: ${ID_RULE}.` });
const After = Type.Optional(
  Type.Integer({ minimum: 0, description: "Only records after this seq." }),
);

/** What a new inbox is asked for with. */
export const CreateInput = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        description: "A name of your own; left out: a random one that nobody can guess.",
      }),
    ),
  },
  { examples: [{}] },
);
/** Which records of which inbox. */
export const ListInput = Type.Object(
  {
    id: Id,
    after: After,
    limit: optionalWithDefault(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: "At most so many records; without after the newest.",
      }),
      20,
    ),
  },
  { examples: [{ id: "orders" }] },
);
/** What is waited for, and how long. */
export const WaitInput = Type.Object(
  {
    id: Id,
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Wait for a record after this seq; left out: for one that is not there yet.",
      }),
    ),
    seconds: optionalWithDefault(
      Type.Integer({ minimum: 1, maximum: MAX_WAIT_SECONDS, description: "How long to wait." }),
      MAX_WAIT_SECONDS,
    ),
  },
  { examples: [{ id: "orders", seconds: 1 }] },
);

const Time = Type.Union([Type.String(), Type.Null()], { description: "ISO 8601, UTC." });
/** A new inbox: where to send, and where to look. */
export const CreateOutput = Type.Object({
  id: Type.String(),
  url: Type.String({ description: "Send requests here, with any method but GET." }),
  page: Type.String({ description: "Where people watch it." }),
  total: Type.Integer({ description: "Records received so far: not 0 when the name is in use." }),
  expiresAt: Time,
});
/** Records of an inbox. */
export const Records = Type.Object({
  id: Type.String(),
  expiresAt: Time,
  total: Type.Integer({ description: "Records ever received." }),
  dropped: Type.Integer({ description: "Of these, those that made room for newer ones." }),
  count: Type.Integer({ description: "Records in this answer." }),
  payloads: Type.Array(
    Type.Object({
      seq: Type.Integer({ description: "Its place in the inbox, from 1." }),
      receivedAt: Type.String(),
      method: Type.String(),
      path: Type.String({ description: "What followed the inbox in the path." }),
      query: Type.String(),
      body: Type.String({ description: "As text; bodyJson has it parsed where it is JSON." }),
    }),
  ),
  more: Type.Boolean({ description: "There are records after the last one of these." }),
});
