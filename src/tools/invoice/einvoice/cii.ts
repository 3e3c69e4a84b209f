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
import { group, leaf, required, writeXml, type XmlContent } from "./xml.ts";

const CII = "urn:un:unece:uncefact:data:standard";

/** Writes an invoice as UN/CEFACT Cross Industry Invoice D16B. Elements are in the order of its schema. */
export function writeCii(invoice: EInvoice): string {
  const root = required(
    "rsm:CrossIndustryInvoice",
    toContext(invoice),
    group(
      "rsm:ExchangedDocument",
      leaf("ram:ID", invoice.number),
      leaf("ram:TypeCode", invoice.isCreditNote ? "381" : "380"),
      toDate("ram:IssueDateTime", invoice.issueDate),
      group("ram:IncludedNote", leaf("ram:Content", invoice.note)),
    ),
    group(
      "rsm:SupplyChainTradeTransaction",
      invoice.lines.map(toLine),
      toAgreement(invoice),
      toDelivery(invoice),
      toSettlement(invoice),
    ),
  );
  return writeXml(root, {
    "xmlns:rsm": `${CII}:CrossIndustryInvoice:100`,
    "xmlns:qdt": `${CII}:QualifiedDataType:100`,
    "xmlns:ram": `${CII}:ReusableAggregateBusinessInformationEntity:100`,
    "xmlns:udt": `${CII}:UnqualifiedDataType:100`,
  });
}

function toContext({ process, specification }: EInvoice) {
  return group(
    "rsm:ExchangedDocumentContext",
    group("ram:BusinessProcessSpecifiedDocumentContextParameter", leaf("ram:ID", process)),
    group("ram:GuidelineSpecifiedDocumentContextParameter", leaf("ram:ID", specification)),
  );
}

function toLine(line: EInvoiceLine) {
  const unitCode = line.unit;
  return group(
    "ram:IncludedSupplyChainTradeLineItem",
    group("ram:AssociatedDocumentLineDocument", leaf("ram:LineID", line.id)),
    group(
      "ram:SpecifiedTradeProduct",
      leaf("ram:SellerAssignedID", line.itemId),
      leaf("ram:Name", line.name),
      leaf("ram:Description", line.description),
    ),
    group(
      "ram:SpecifiedLineTradeAgreement",
      group(
        "ram:NetPriceProductTradePrice",
        leaf("ram:ChargeAmount", line.price),
        leaf("ram:BasisQuantity", line.baseQuantity, { unitCode }),
      ),
    ),
    group(
      "ram:SpecifiedLineTradeDelivery",
      leaf("ram:BilledQuantity", line.quantity, { unitCode }),
    ),
    group(
      "ram:SpecifiedLineTradeSettlement",
      group("ram:ApplicableTradeTax", toTax(line.tax)),
      group(
        "ram:SpecifiedTradeSettlementLineMonetarySummation",
        leaf("ram:LineTotalAmount", line.net),
      ),
    ),
  );
}

function toTax({ category, rate }: Tax): XmlContent {
  return [
    leaf("ram:TypeCode", "VAT"),
    leaf("ram:CategoryCode", category),
    leaf("ram:RateApplicablePercent", rate),
  ];
}

function toAgreement(invoice: EInvoice) {
  return group(
    "ram:ApplicableHeaderTradeAgreement",
    leaf("ram:BuyerReference", invoice.buyerReference),
    toParty("ram:SellerTradeParty", invoice.seller),
    toParty("ram:BuyerTradeParty", invoice.buyer),
    group("ram:BuyerOrderReferencedDocument", leaf("ram:IssuerAssignedID", invoice.orderReference)),
    group(
      "ram:ContractReferencedDocument",
      leaf("ram:IssuerAssignedID", invoice.contractReference),
    ),
  );
}

function toParty(name: string, party: Party) {
  const { contact } = party;
  return group(
    name,
    leaf("ram:ID", party.id),
    leaf("ram:Name", party.name),
    group("ram:SpecifiedLegalOrganization", toIdentifier("ram:ID", party.registration)),
    group(
      "ram:DefinedTradeContact",
      leaf("ram:PersonName", contact.name),
      group("ram:TelephoneUniversalCommunication", leaf("ram:CompleteNumber", contact.phone)),
      group("ram:EmailURIUniversalCommunication", leaf("ram:URIID", contact.email)),
    ),
    toAddress(party.address),
    group("ram:URIUniversalCommunication", toIdentifier("ram:URIID", party.electronicAddress)),
    group("ram:SpecifiedTaxRegistration", leaf("ram:ID", party.vatId, { schemeID: "VA" })),
    group("ram:SpecifiedTaxRegistration", leaf("ram:ID", party.taxNumber, { schemeID: "FC" })),
  );
}

function toIdentifier(name: string, identifier: Identifier | undefined) {
  return leaf(name, identifier?.id, { schemeID: identifier?.scheme });
}

function toAddress(address: PostalAddress) {
  return group(
    "ram:PostalTradeAddress",
    leaf("ram:PostcodeCode", address.postalCode),
    leaf("ram:LineOne", address.line1),
    leaf("ram:LineTwo", address.line2),
    leaf("ram:LineThree", address.line3),
    leaf("ram:CityName", address.city),
    leaf("ram:CountryID", address.country),
    leaf("ram:CountrySubDivisionName", address.region),
  );
}

function toDelivery({ deliverTo, deliveryDate }: EInvoice) {
  return required(
    "ram:ApplicableHeaderTradeDelivery",
    deliverTo &&
      group("ram:ShipToTradeParty", leaf("ram:Name", deliverTo.name), toAddress(deliverTo.address)),
    group("ram:ActualDeliverySupplyChainEvent", toDate("ram:OccurrenceDateTime", deliveryDate)),
  );
}

function toSettlement(invoice: EInvoice) {
  const { period, precedingInvoice: preceding } = invoice;
  return group(
    "ram:ApplicableHeaderTradeSettlement",
    leaf("ram:PaymentReference", invoice.paymentReference),
    leaf("ram:InvoiceCurrencyCode", invoice.currency),
    toPaymentMeans(invoice),
    invoice.taxes.map(toSubtotal),
    group(
      "ram:BillingSpecifiedPeriod",
      toDate("ram:StartDateTime", period?.start),
      toDate("ram:EndDateTime", period?.end),
    ),
    invoice.allowances.map(toAllowance),
    group(
      "ram:SpecifiedTradePaymentTerms",
      leaf("ram:Description", invoice.paymentTerms),
      toDate("ram:DueDateDateTime", invoice.dueDate),
    ),
    toSummation(invoice),
    group(
      "ram:InvoiceReferencedDocument",
      leaf("ram:IssuerAssignedID", preceding?.number),
      toDate("ram:FormattedIssueDateTime", preceding?.date, "qdt"),
    ),
  );
}

function toPaymentMeans({ payment }: EInvoice) {
  if (!payment) return undefined;
  return group(
    "ram:SpecifiedTradeSettlementPaymentMeans",
    leaf("ram:TypeCode", payment.code),
    group(
      "ram:PayeePartyCreditorFinancialAccount",
      leaf("ram:IBANID", payment.iban),
      leaf("ram:AccountName", payment.accountName),
    ),
    group("ram:PayeeSpecifiedCreditorFinancialInstitution", leaf("ram:BICID", payment.bic)),
  );
}

function toSubtotal({ tax, basis, amount, ...subtotal }: TaxSubtotal) {
  return group(
    "ram:ApplicableTradeTax",
    leaf("ram:CalculatedAmount", amount),
    leaf("ram:TypeCode", "VAT"),
    leaf("ram:ExemptionReason", subtotal.exemptionReason),
    leaf("ram:BasisAmount", basis),
    leaf("ram:CategoryCode", tax.category),
    leaf("ram:ExemptionReasonCode", subtotal.exemptionCode),
    leaf("ram:RateApplicablePercent", tax.rate),
  );
}

function toAllowance({ amount, percent, base, reason, tax }: Allowance) {
  return group(
    "ram:SpecifiedTradeAllowanceCharge",
    group("ram:ChargeIndicator", leaf("udt:Indicator", "false")),
    leaf("ram:CalculationPercent", percent),
    leaf("ram:BasisAmount", base),
    leaf("ram:ActualAmount", amount),
    leaf("ram:ReasonCode", "95"),
    leaf("ram:Reason", reason),
    group("ram:CategoryTradeTax", toTax(tax)),
  );
}

function toSummation({ totals, currency: currencyID }: EInvoice) {
  return group(
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
    leaf("ram:LineTotalAmount", totals.lines),
    leaf("ram:AllowanceTotalAmount", totals.allowances),
    leaf("ram:TaxBasisTotalAmount", totals.withoutTax),
    leaf("ram:TaxTotalAmount", totals.tax, { currencyID }),
    leaf("ram:GrandTotalAmount", totals.withTax),
    leaf("ram:TotalPrepaidAmount", totals.prepaid),
    leaf("ram:DuePayableAmount", totals.due),
  );
}

/** Dates are eight digits (format 102). */
function toDate(name: string, day: string | undefined, prefix: "udt" | "qdt" = "udt") {
  return group(name, leaf(`${prefix}:DateTimeString`, day?.replaceAll("-", ""), { format: "102" }));
}
