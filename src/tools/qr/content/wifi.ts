import type { QrContentInput } from "./schema.ts";
import { createFieldError, requireFields } from "./require-fields.ts";

const MAX_SSID_BYTES = 32;

const TYPES = { WPA: "WPA", WPA3: "SAE", WEP: "WEP", none: "nopass" } as const;

/** Returns the text of a Wi-Fi network in the format that ZXing introduced and phones read. */
export function formatWifi(content: QrContentInput): string {
  const { security = "WPA", hidden = false } = content;
  const fields = security === "none" ? (["ssid"] as const) : (["ssid", "password"] as const);
  const { ssid, password } = requireFields(content, fields);
  if (Buffer.byteLength(ssid) > MAX_SSID_BYTES) {
    throw createFieldError("ssid", `must have at most ${MAX_SSID_BYTES} bytes as UTF-8`);
  }
  const secret = security === "none" ? "" : `P:${escape(password ?? "")};`;
  return `WIFI:T:${TYPES[security]};S:${escape(ssid)};${secret}${hidden ? "H:true;" : ""};`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\;,:"]/g, "\\$&");
}
