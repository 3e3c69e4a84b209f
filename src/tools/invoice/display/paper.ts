import { getPaper, type Paper } from "../../../lib/codes/paper.ts";
import type { Invoice } from "../invoice-model.ts";

/**
 * Chooses the paper by the seller's country, or by the currency if there is no country. A Swiss
 * payment part needs A4.
 */
export function choosePaper({ request, paymentCode, locale }: Invoice): Paper {
  if (paymentCode?.kind === "swiss") return "A4";
  const country = request.from.countryCode?.trim().toUpperCase();
  if (country) return getPaper(country);
  const isAmerican =
    ["USD", "CAD"].includes(request.currency) && ["en", "en-US", "en-CA"].includes(locale);
  return isAmerican ? "Letter" : "A4";
}
