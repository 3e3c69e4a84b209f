import { toDecimal } from "../../../lib/money/exact.ts";
import { requireFields } from "./require-fields.ts";
import type { QrContentInput } from "./schema.ts";

/** Returns a geo URI (RFC 5870). Writes numbers without an exponent, which it does not allow. */
export function formatGeo(content: QrContentInput): string {
  const { latitude, longitude } = requireFields(content, ["latitude", "longitude"]);
  return `geo:${formatDegrees(latitude)},${formatDegrees(longitude)}`;
}

function formatDegrees(degrees: number): string {
  return toDecimal(degrees === 0 ? 0 : degrees).toFixed();
}
