/** The figures of a letter, as they are printed. */
export interface Facts {
  number: string;
  issued: string;
  /** Empty: the invoice names no day. */
  due: string;
  amount: string;
  payBy: string;
}

/** The words of a reminder in one language. */
export interface LetterWords {
  locale: string;
  title: string;
  greeting: string;
  /** Invoice, issued, due, amount. */
  columns: readonly [string, string, string, string];
  holder: string;
  reference: string;
  closing: string;
  regards: string;
  opening(facts: Facts): string;
  request(facts: Facts): string;
}

const ENGLISH: LetterWords = {
  locale: "en",
  title: "Payment reminder",
  greeting: "Hello,",
  columns: ["Invoice", "Issued", "Due", "Amount due"],
  holder: "Account holder",
  reference: "Reference",
  closing:
    "If your payment is already on its way, please disregard this letter. If you have a question about the invoice, we are glad to help.",
  regards: "Kind regards",
  opening: ({ number, issued, due }) =>
    `We have not yet received your payment for invoice ${number} of ${issued}${due && `, which was due on ${due}`}. It may have slipped your attention.`,
  request: ({ amount, payBy }) => `Please pay **${amount}** by ${payBy}.`,
};

const GERMAN: LetterWords = {
  locale: "de",
  title: "Zahlungserinnerung",
  greeting: "Guten Tag,",
  columns: ["Rechnung", "Datum", "Fällig", "Offener Betrag"],
  holder: "Kontoinhaber",
  reference: "Verwendungszweck",
  closing:
    "Sollten Sie inzwischen bezahlt haben, betrachten Sie dieses Schreiben bitte als gegenstandslos. Bei Fragen zur Rechnung helfen wir gern.",
  regards: "Freundliche Grüße",
  opening: ({ number, issued, due }) =>
    `für unsere Rechnung ${number} vom ${issued}${due && `, fällig am ${due},`} haben wir noch keinen Zahlungseingang festgestellt. Vielleicht ist sie Ihnen entgangen.`,
  request: ({ amount, payBy }) => `Bitte überweisen Sie **${amount}** bis zum ${payBy}.`,
};

const FRENCH: LetterWords = {
  locale: "fr",
  title: "Rappel de paiement",
  greeting: "Bonjour,",
  columns: ["Facture", "Date", "Échéance", "Montant dû"],
  holder: "Titulaire du compte",
  reference: "Référence",
  closing:
    "Si votre paiement est déjà en cours, merci de ne pas tenir compte de ce courrier. Nous restons à votre disposition pour toute question.",
  regards: "Cordialement",
  opening: ({ number, issued, due }) =>
    `Sauf erreur de notre part, nous n’avons pas encore reçu le règlement de la facture ${number} du ${issued}${due && `, échue le ${due}`}.`,
  request: ({ amount, payBy }) => `Nous vous remercions de régler **${amount}** avant le ${payBy}.`,
};

const SPANISH: LetterWords = {
  locale: "es",
  title: "Recordatorio de pago",
  greeting: "Hola:",
  columns: ["Factura", "Fecha", "Vencimiento", "Importe pendiente"],
  holder: "Titular de la cuenta",
  reference: "Concepto",
  closing:
    "Si ya ha realizado el pago, no tenga en cuenta esta carta. Estamos a su disposición para cualquier pregunta sobre la factura.",
  regards: "Un cordial saludo",
  opening: ({ number, issued, due }) =>
    `Todavía no hemos recibido el pago de la factura ${number} del ${issued}${due && `, que venció el ${due}`}.`,
  request: ({ amount, payBy }) => `Le rogamos que abone **${amount}** antes del ${payBy}.`,
};

/**
 * Returns the words of the language of an invoice, with its regional formats; those of English for
 * languages without a letter.
 */
export function getLetterWords(locale: string): LetterWords {
  const language = locale.trim().split("-", 1)[0]?.toLowerCase();
  const words = [GERMAN, FRENCH, SPANISH].find((letter) => letter.locale === language) ?? ENGLISH;
  return language === words.locale ? { ...words, locale: locale.trim() } : words;
}
