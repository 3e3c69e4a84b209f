import type { ToolKit } from "../kit.ts";
import { kit as codeImage } from "./code-image.ts";
import { kit as contract } from "./contract.ts";
import { kit as hash } from "./hash.ts";
import { kit as meeting } from "./meeting.ts";
import { kit as password } from "./password.ts";
import { kit as profit } from "./profit.ts";
import { kit as qr } from "./qr.ts";

/** The kits by the names that definitions use (`page`), for rendering on the server. */
export const kits: Readonly<Record<string, ToolKit>> = {
  "code-image": codeImage,
  contract,
  hash,
  meeting,
  password,
  profit,
  qr,
};
