import { ENGLISH_VERDICT, type VerdictWords } from "../../../domain/einvoice/verdict.ts";

/** Words of the page and the PDF of a received invoice. Placeholders are in braces. */
export interface ViewWords extends VerdictWords {
  /** Tag of these words, which is also that of the names of terms. */
  language: "en" | "de" | "fr";
  /** Headings of messages. */
  fatal: string;
  warning: string;
  information: string;
  truncated: string;
  line: string;
  attachments: string;
  bytes: string;
  attached: string;
  outside: string;
  page: string;
  of: string;
}

const ENGLISH: ViewWords = {
  ...ENGLISH_VERDICT,
  language: "en",
  fatal: "Errors",
  warning: "Warnings",
  information: "Information",
  truncated: "Further messages are left out.",
  line: "Line {line}: {location}",
  attachments: "Attachments",
  bytes: "{bytes} bytes",
  attached: "attached, see below",
  outside: "Outside EN 16931",
  page: "Page",
  of: "of",
};

const GERMAN: ViewWords = {
  language: "de",
  valid: "Gültig: {name}",
  notJudged: "Nicht geprüft: {name}",
  errors: ["{count} Fehler", "{count} Fehler"],
  warnings: ["{count} Warnung", "{count} Warnungen"],
  fatal: "Fehler",
  warning: "Warnungen",
  information: "Hinweise",
  truncated: "Weitere Meldungen sind ausgelassen.",
  line: "Zeile {line}: {location}",
  attachments: "Anhänge",
  bytes: "{bytes} Bytes",
  attached: "angehängt, siehe unten",
  outside: "Außerhalb von EN 16931",
  page: "Seite",
  of: "von",
};

const FRENCH: ViewWords = {
  language: "fr",
  valid: "Valide : {name}",
  notJudged: "Non vérifiée : {name}",
  errors: ["{count} erreur", "{count} erreurs"],
  warnings: ["{count} avertissement", "{count} avertissements"],
  fatal: "Erreurs",
  warning: "Avertissements",
  information: "Informations",
  truncated: "D’autres messages sont omis.",
  line: "Ligne {line} : {location}",
  attachments: "Pièces jointes",
  bytes: "{bytes} octets",
  attached: "joint, voir ci-dessous",
  outside: "Hors EN 16931",
  page: "Page",
  of: "sur",
};

/** Returns the words of a locale's language; English where there are none. */
export function getWords(locale: string): ViewWords {
  const language = locale.split("-", 1)[0];
  if (language === "de") return GERMAN;
  return language === "fr" ? FRENCH : ENGLISH;
}
