/** The words of a payment part, fixed by the Style Guide QR-bill. */
export interface SlipLabels {
  receipt: string;
  paymentPart: string;
  account: string;
  reference: string;
  additionalInformation: string;
  payableBy: string;
  payableByBlank: string;
  currency: string;
  amount: string;
  acceptancePoint: string;
}

const en: SlipLabels = {
  receipt: "Receipt",
  paymentPart: "Payment part",
  account: "Account / Payable to",
  reference: "Reference",
  additionalInformation: "Additional information",
  payableBy: "Payable by",
  payableByBlank: "Payable by (name/address)",
  currency: "Currency",
  amount: "Amount",
  acceptancePoint: "Acceptance point",
};

const de: SlipLabels = {
  receipt: "Empfangsschein",
  paymentPart: "Zahlteil",
  account: "Konto / Zahlbar an",
  reference: "Referenz",
  additionalInformation: "Zusätzliche Informationen",
  payableBy: "Zahlbar durch",
  payableByBlank: "Zahlbar durch (Name/Adresse)",
  currency: "Währung",
  amount: "Betrag",
  acceptancePoint: "Annahmestelle",
};

const fr: SlipLabels = {
  receipt: "Récépissé",
  paymentPart: "Section paiement",
  account: "Compte / Payable à",
  reference: "Référence",
  additionalInformation: "Informations supplémentaires",
  payableBy: "Payable par",
  payableByBlank: "Payable par (nom/adresse)",
  currency: "Monnaie",
  amount: "Montant",
  acceptancePoint: "Point de dépôt",
};

const it: SlipLabels = {
  receipt: "Ricevuta",
  paymentPart: "Sezione pagamento",
  account: "Conto / Pagabile a",
  reference: "Riferimento",
  additionalInformation: "Informazioni supplementari",
  payableBy: "Pagabile da",
  payableByBlank: "Pagabile da (nome/indirizzo)",
  currency: "Valuta",
  amount: "Importo",
  acceptancePoint: "Punto di accettazione",
};

const LABELS: Readonly<Record<string, SlipLabels>> = { en, de, fr, it };

/** Returns the words in the locale's language, or in English. */
export function getSlipLabels(locale: string): SlipLabels {
  return LABELS[locale.split("-", 1)[0] ?? ""] ?? en;
}
