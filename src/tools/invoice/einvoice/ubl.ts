import type {
  Allowance,
  EInvoice,
  EInvoiceLine,
  LineAllowance,
  Party,
  PostalAddress,
  Tax,
  TaxSubtotal,
} from "./einvoice-model.ts";
import { toGroup, toElement, toRequiredGroup, writeXml, type XmlTag, toIdentifier } from "./xml.ts";

const UBL = "urn:oasis:names:specification:ubl:schema:xsd";

/**
 * Writes an invoice or credit note as UBL 2.1 (ISO/IEC 19845). Elements are in the order of its
 * schema.
 */
export function writeUbl(invoice: EInvoice): string {
  const root = invoice.isCreditNote ? "CreditNote" : "Invoice";
  return writeXml(toRequiredGroup(root, toHead(invoice), toParties(invoice), toBody(invoice)), {
    xmlns: `${UBL}:${root}-2`,
    "xmlns:cac": `${UBL}:CommonAggregateComponents-2`,
    "xmlns:cbc": `${UBL}:CommonBasicComponents-2`,
  });
}

function toHead(invoice: EInvoice) {
  const { isCreditNote, period, precedingInvoice: preceding } = invoice;
  return [
    toElement("cbc:CustomizationID", invoice.specification),
    toElement("cbc:ProfileID", invoice.process),
    toElement("cbc:ID", invoice.number),
    toElement("cbc:IssueDate", invoice.issueDate),
    isCreditNote ? undefined : toElement("cbc:DueDate", invoice.dueDate),
    isCreditNote
      ? toElement("cbc:CreditNoteTypeCode", "381")
      : toElement("cbc:InvoiceTypeCode", "380"),
    toElement("cbc:Note", invoice.note),
    toElement("cbc:DocumentCurrencyCode", invoice.currency),
    toElement("cbc:BuyerReference", invoice.buyerReference),
    toPeriod(period),
    toGroup("cac:OrderReference", toElement("cbc:ID", invoice.orderReference)),
    toGroup(
      "cac:BillingReference",
      toGroup(
        "cac:InvoiceDocumentReference",
        toElement("cbc:ID", preceding?.number),
        toElement("cbc:IssueDate", preceding?.date),
      ),
    ),
    toGroup("cac:ContractDocumentReference", toElement("cbc:ID", invoice.contractReference)),
  ];
}

function toParties({ taxScheme, seller, buyer, deliveryDate, deliverTo }: EInvoice) {
  return [
    toRequiredGroup("cac:AccountingSupplierParty", toUblParty(seller, taxScheme)),
    toRequiredGroup("cac:AccountingCustomerParty", toUblParty(buyer, taxScheme)),
    toGroup(
      "cac:Delivery",
      toElement("cbc:ActualDeliveryDate", deliveryDate),
      deliverTo && [
        toGroup("cac:DeliveryLocation", toUblAddress("cac:Address", deliverTo.address)),
        toGroup(
          "cac:DeliveryParty",
          toGroup("cac:PartyName", toElement("cbc:Name", deliverTo.name)),
        ),
      ],
    ),
  ];
}

function toBody(invoice: EInvoice) {
  return [
    toPaymentMeans(invoice),
    toGroup("cac:PaymentTerms", toElement("cbc:Note", invoice.paymentTerms)),
    invoice.allowances.map((allowance) => toAllowance(allowance, invoice.currency)),
    toGroup(
      "cac:TaxTotal",
      toAmount("cbc:TaxAmount", invoice.totals.tax, invoice.currency),
      invoice.taxes.map((subtotal) => toSubtotal(subtotal, invoice.currency)),
    ),
    toMonetaryTotal(invoice),
    invoice.lines.map((line) => toLine(line, invoice)),
  ];
}

function toUblParty(party: Party, taxScheme: string): XmlTag | undefined {
  const { contact } = party;
  return toGroup(
    "cac:Party",
    toIdentifier("cbc:EndpointID", party.electronicAddress),
    toGroup("cac:PartyIdentification", toElement("cbc:ID", party.id)),
    toUblAddress("cac:PostalAddress", party.address),
    toTaxScheme(party.vatId, "VAT"),
    toTaxScheme(party.taxNumber, taxScheme),
    toGroup(
      "cac:PartyLegalEntity",
      toElement("cbc:RegistrationName", party.name),
      toIdentifier("cbc:CompanyID", party.registration),
    ),
    toGroup(
      "cac:Contact",
      toElement("cbc:Name", contact.name),
      toElement("cbc:Telephone", contact.phone),
      toElement("cbc:ElectronicMail", contact.email),
    ),
  );
}

function toTaxScheme(id: string | undefined, scheme: string) {
  if (id === undefined) return undefined;
  return toGroup(
    "cac:PartyTaxScheme",
    toElement("cbc:CompanyID", id),
    toGroup("cac:TaxScheme", toElement("cbc:ID", scheme)),
  );
}

function toUblAddress(name: string, address: PostalAddress) {
  return toGroup(
    name,
    toElement("cbc:StreetName", address.line1),
    toElement("cbc:AdditionalStreetName", address.line2),
    toElement("cbc:CityName", address.city),
    toElement("cbc:PostalZone", address.postalCode),
    toElement("cbc:CountrySubentity", address.region),
    toGroup("cac:AddressLine", toElement("cbc:Line", address.line3)),
    toGroup("cac:Country", toElement("cbc:IdentificationCode", address.country)),
  );
}

function toPaymentMeans({ payment, paymentReference, isCreditNote, dueDate }: EInvoice) {
  if (!payment) return undefined;
  return toGroup(
    "cac:PaymentMeans",
    toElement("cbc:PaymentMeansCode", payment.code),
    isCreditNote ? toElement("cbc:PaymentDueDate", dueDate) : undefined,
    toElement("cbc:PaymentID", paymentReference),
    toGroup(
      "cac:PayeeFinancialAccount",
      toElement("cbc:ID", payment.iban),
      toElement("cbc:Name", payment.accountName),
      toGroup("cac:FinancialInstitutionBranch", toElement("cbc:ID", payment.bic)),
    ),
  );
}

function toAllowance(allowance: Allowance, currency: string) {
  const { isCharge, code, amount, percent, base, reason, tax } = allowance;
  return toGroup(
    "cac:AllowanceCharge",
    toElement("cbc:ChargeIndicator", String(isCharge)),
    toElement("cbc:AllowanceChargeReasonCode", code),
    toElement("cbc:AllowanceChargeReason", reason),
    toElement("cbc:MultiplierFactorNumeric", percent),
    toAmount("cbc:Amount", amount, currency),
    toAmount("cbc:BaseAmount", base, currency),
    toTax("cac:TaxCategory", tax),
  );
}

function toTax(name: string, { category, rate }: Tax, reasons: (XmlTag | undefined)[] = []) {
  return toGroup(
    name,
    toElement("cbc:ID", category),
    toElement("cbc:Percent", rate),
    reasons,
    toGroup("cac:TaxScheme", toElement("cbc:ID", "VAT")),
  );
}

function toSubtotal(subtotal: TaxSubtotal, currency: string) {
  const reasons = [
    toElement("cbc:TaxExemptionReasonCode", subtotal.exemptionCode),
    toElement("cbc:TaxExemptionReason", subtotal.exemptionReason),
  ];
  return toGroup(
    "cac:TaxSubtotal",
    toAmount("cbc:TaxableAmount", subtotal.basis, currency),
    toAmount("cbc:TaxAmount", subtotal.amount, currency),
    toTax("cac:TaxCategory", subtotal.tax, reasons),
  );
}

function toMonetaryTotal({ totals, currency }: EInvoice) {
  const toTotal = (name: string, text: string | undefined) => toAmount(name, text, currency);
  return toGroup(
    "cac:LegalMonetaryTotal",
    toTotal("cbc:LineExtensionAmount", totals.lines),
    toTotal("cbc:TaxExclusiveAmount", totals.withoutTax),
    toTotal("cbc:TaxInclusiveAmount", totals.withTax),
    toTotal("cbc:AllowanceTotalAmount", totals.allowances),
    toTotal("cbc:ChargeTotalAmount", totals.charges),
    toTotal("cbc:PrepaidAmount", totals.prepaid),
    toTotal("cbc:PayableRoundingAmount", totals.rounding),
    toTotal("cbc:PayableAmount", totals.due),
  );
}

function toLine(line: EInvoiceLine, { isCreditNote, currency }: EInvoice) {
  const unitCode = line.unit;
  return toGroup(
    isCreditNote ? "cac:CreditNoteLine" : "cac:InvoiceLine",
    toElement("cbc:ID", line.id),
    toElement(isCreditNote ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity", line.quantity, {
      unitCode,
    }),
    toAmount("cbc:LineExtensionAmount", line.net, currency),
    toPeriod(line.period),
    line.allowance && toLineAllowance(line.allowance, currency),
    toGroup(
      "cac:Item",
      toElement("cbc:Description", line.description),
      toElement("cbc:Name", line.name),
      toGroup("cac:SellersItemIdentification", toElement("cbc:ID", line.itemId)),
      toTax("cac:ClassifiedTaxCategory", line.tax),
    ),
    toGroup(
      "cac:Price",
      toAmount("cbc:PriceAmount", line.price, currency),
      toElement("cbc:BaseQuantity", line.baseQuantity, { unitCode }),
    ),
  );
}

function toPeriod(period: EInvoice["period"]) {
  return toGroup(
    "cac:InvoicePeriod",
    toElement("cbc:StartDate", period?.start),
    toElement("cbc:EndDate", period?.end),
  );
}

function toLineAllowance({ amount, percent, base, reason }: LineAllowance, currency: string) {
  return toGroup(
    "cac:AllowanceCharge",
    toElement("cbc:ChargeIndicator", "false"),
    toElement("cbc:AllowanceChargeReasonCode", "95"),
    toElement("cbc:AllowanceChargeReason", reason),
    toElement("cbc:MultiplierFactorNumeric", percent),
    toAmount("cbc:Amount", amount, currency),
    percent === undefined ? undefined : toAmount("cbc:BaseAmount", base, currency),
  );
}

function toAmount(name: string, amount: string | undefined, currencyID: string) {
  return toElement(name, amount, { currencyID });
}
