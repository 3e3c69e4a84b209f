import { getLuminance } from "../../lib/graphics/color.ts";
import type { Values } from "../form/values.ts";
import type { SavedParty } from "./saved-parties.ts";

/** Up to it a color contrasts with white by at least 4, so that the API does not warn. */
const MAX_LUMINANCE = 1.05 / 4 - 0.05;

/** Characters of a data URL that a QR code takes as its logo: 100 KiB in base64. */
const MAX_LOGO = 136_000;

/**
 * Returns a QR code's form with the sender's color where the code stays readable, and a contact's
 * with the logo. A Swiss payment stays black, because the QR-bill requires it.
 */
export function withLooks(values: Values, { members }: SavedParty): Values {
  const { accentColor = "", logo = "" } = members;
  const type = values["content.type"];
  const isDark = /^#[\da-f]{6}$/i.test(accentColor) && getLuminance(accentColor) <= MAX_LUMINANCE;
  const isColored = isDark && (type === "contact" || values["content.standard"] !== "swiss");
  const hasLogo =
    type === "contact" && logo.length <= MAX_LOGO && /^data:image\/(?:png|svg)/.test(logo);
  return {
    ...values,
    ...(isColored && { darkColor: accentColor }),
    ...(hasLogo && { logo }),
  };
}
