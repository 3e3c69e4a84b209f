import type {
  Allowance,
  EInvoice,
  EInvoiceLine,
  Identifier,
  Party,
  PostalAddress,
  Tax,
  TaxSubtotal,
} from "./model.ts";
import { group, leaf, required, writeXml, type XmlElement } from "./xml.ts";

const UBL = "urn:oasis:names:specification:ubl:schema:xsd";

/** Writes an invoice or credit note as UBL 2.1 (ISO/IEC 19845). Elements are in the order of its schema. */
export function writeUbl(invoice: EInvoice): string {
  const root = invoice.isCreditNote ? "CreditNote" : "Invoice";
  return writeXml(required(root, toHead(invoice), toParties(invoice), toBody(invoice)), {
    xmlns: `${UBL}:${root}-2`,
    "xmlns:cac": `${UBL}:CommonAggregateComponents-2`,
    "xmlns:cbc": `${UBL}:CommonBasicComponents-2`,
  });
}

function toHead(invoice: EInvoice) {
  const { isCreditNote, period, precedingInvoice: preceding } = invoice;
  return [
    leaf("cbc:CustomizationID", invoice.specification),
    leaf("cbc:ProfileID", invoice.process),
    leaf("cbc:ID", invoice.number),
    leaf("cbc:IssueDate", invoice.issueDate),
    isCreditNote ? undefined : leaf("cbc:DueDate", invoice.dueDate),
    isCreditNote ? leaf("cbc:CreditNoteTypeCode", "381") : leaf("cbc:InvoiceTypeCode", "380"),
    leaf("cbc:Note", invoice.note),
    leaf("cbc:DocumentCurrencyCode", invoice.currency),
    leaf("cbc:BuyerReference", invoice.buyerReference),
    group(
      "cac:InvoicePeriod",
      leaf("cbc:StartDate", period?.start),
      leaf("cbc:EndDate", period?.end),
    ),
    group("cac:OrderReference", leaf("cbc:ID", invoice.orderReference)),
    group(
      "cac:BillingReference",
      group(
        "cac:InvoiceDocumentReference",
        leaf("cbc:ID", preceding?.number),
        leaf("cbc:IssueDate", preceding?.date),
      ),
    ),
    group("cac:ContractDocumentReference", leaf("cbc:ID", invoice.contractReference)),
  ];
}

function toParties({ taxScheme, seller, buyer, deliveryDate, deliverTo }: EInvoice) {
  return [
    required("cac:AccountingSupplierParty", toParty(seller, taxScheme)),
    required("cac:AccountingCustomerParty", toParty(buyer, taxScheme)),
    group(
      "cac:Delivery",
      leaf("cbc:ActualDeliveryDate", deliveryDate),
      deliverTo && [
        group("cac:DeliveryLocation", toAddress("cac:Address", deliverTo.address)),
        group("cac:DeliveryParty", group("cac:PartyName", leaf("cbc:Name", deliverTo.name))),
      ],
    ),
  ];
}

function toBody(invoice: EInvoice) {
  return [
    toPaymentMeans(invoice),
    group("cac:PaymentTerms", leaf("cbc:Note", invoice.paymentTerms)),
    invoice.allowances.map((allowance) => toAllowance(allowance, invoice.currency)),
    group(
      "cac:TaxTotal",
      toAmount("cbc:TaxAmount", invoice.totals.tax, invoice.currency),
      invoice.taxes.map((subtotal) => toSubtotal(subtotal, invoice.currency)),
    ),
    toMonetaryTotal(invoice),
    invoice.lines.map((line) => toLine(line, invoice)),
  ];
}

function toParty(party: Party, taxScheme: string): XmlElement | undefined {
  const { contact } = party;
  return group(
    "cac:Party",
    toIdentifier("cbc:EndpointID", party.electronicAddress),
    group("cac:PartyIdentification", leaf("cbc:ID", party.id)),
    toAddress("cac:PostalAddress", party.address),
    toTaxScheme(party.vatId, "VAT"),
    toTaxScheme(party.taxNumber, taxScheme),
    group(
      "cac:PartyLegalEntity",
      leaf("cbc:RegistrationName", party.name),
      toIdentifier("cbc:CompanyID", party.registration),
    ),
    group(
      "cac:Contact",
      leaf("cbc:Name", contact.name),
      leaf("cbc:Telephone", contact.phone),
      leaf("cbc:ElectronicMail", contact.email),
    ),
  );
}

function toIdentifier(name: string, identifier: Identifier | undefined) {
  return leaf(name, identifier?.id, { schemeID: identifier?.scheme });
}

function toTaxScheme(id: string | undefined, scheme: string) {
  if (id === undefined) return undefined;
  return group(
    "cac:PartyTaxScheme",
    leaf("cbc:CompanyID", id),
    group("cac:TaxScheme", leaf("cbc:ID", scheme)),
  );
}

function toAddress(name: string, address: PostalAddress) {
  return group(
    name,
    leaf("cbc:StreetName", address.line1),
    leaf("cbc:AdditionalStreetName", address.line2),
    leaf("cbc:CityName", address.city),
    leaf("cbc:PostalZone", address.postalCode),
    leaf("cbc:CountrySubentity", address.region),
    group("cac:AddressLine", leaf("cbc:Line", address.line3)),
    group("cac:Country", leaf("cbc:IdentificationCode", address.country)),
  );
}

function toPaymentMeans({ payment, paymentReference, isCreditNote, dueDate }: EInvoice) {
  if (!payment) return undefined;
  return group(
    "cac:PaymentMeans",
    leaf("cbc:PaymentMeansCode", payment.code),
    isCreditNote ? leaf("cbc:PaymentDueDate", dueDate) : undefined,
    leaf("cbc:PaymentID", paymentReference),
    group(
      "cac:PayeeFinancialAccount",
      leaf("cbc:ID", payment.iban),
      leaf("cbc:Name", payment.accountName),
      group("cac:FinancialInstitutionBranch", leaf("cbc:ID", payment.bic)),
    ),
  );
}

function toAllowance({ amount, percent, base, reason, tax }: Allowance, currency: string) {
  return group(
    "cac:AllowanceCharge",
    leaf("cbc:ChargeIndicator", "false"),
    leaf("cbc:AllowanceChargeReasonCode", "95"),
    leaf("cbc:AllowanceChargeReason", reason),
    leaf("cbc:MultiplierFactorNumeric", percent),
    toAmount("cbc:Amount", amount, currency),
    toAmount("cbc:BaseAmount", base, currency),
    toTax("cac:TaxCategory", tax),
  );
}

function toTax(name: string, { category, rate }: Tax, reasons: (XmlElement | undefined)[] = []) {
  return group(
    name,
    leaf("cbc:ID", category),
    leaf("cbc:Percent", rate),
    reasons,
    group("cac:TaxScheme", leaf("cbc:ID", "VAT")),
  );
}

function toSubtotal(subtotal: TaxSubtotal, currency: string) {
  const reasons = [
    leaf("cbc:TaxExemptionReasonCode", subtotal.exemptionCode),
    leaf("cbc:TaxExemptionReason", subtotal.exemptionReason),
  ];
  return group(
    "cac:TaxSubtotal",
    toAmount("cbc:TaxableAmount", subtotal.basis, currency),
    toAmount("cbc:TaxAmount", subtotal.amount, currency),
    toTax("cac:TaxCategory", subtotal.tax, reasons),
  );
}

function toMonetaryTotal({ totals, currency }: EInvoice) {
  const amount = (name: string, text: string | undefined) => toAmount(name, text, currency);
  return group(
    "cac:LegalMonetaryTotal",
    amount("cbc:LineExtensionAmount", totals.lines),
    amount("cbc:TaxExclusiveAmount", totals.withoutTax),
    amount("cbc:TaxInclusiveAmount", totals.withTax),
    amount("cbc:AllowanceTotalAmount", totals.allowances),
    amount("cbc:PrepaidAmount", totals.prepaid),
    amount("cbc:PayableAmount", totals.due),
  );
}

function toLine(line: EInvoiceLine, { isCreditNote, currency }: EInvoice) {
  const unitCode = line.unit;
  return group(
    isCreditNote ? "cac:CreditNoteLine" : "cac:InvoiceLine",
    leaf("cbc:ID", line.id),
    leaf(isCreditNote ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity", line.quantity, {
      unitCode,
    }),
    toAmount("cbc:LineExtensionAmount", line.net, currency),
    group(
      "cac:Item",
      leaf("cbc:Description", line.description),
      leaf("cbc:Name", line.name),
      group("cac:SellersItemIdentification", leaf("cbc:ID", line.itemId)),
      toTax("cac:ClassifiedTaxCategory", line.tax),
    ),
    group(
      "cac:Price",
      toAmount("cbc:PriceAmount", line.price, currency),
      leaf("cbc:BaseQuantity", line.baseQuantity, { unitCode }),
    ),
  );
}

function toAmount(name: string, amount: string | undefined, currencyID: string) {
  return leaf(name, amount, { currencyID });
}
