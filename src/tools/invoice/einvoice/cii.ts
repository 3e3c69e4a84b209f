import type {
  Allowance,
  EInvoice,
  EInvoiceLine,
  LineAllowance,
  Tax,
  TaxSubtotal,
} from "./einvoice-model.ts";
import { toCiiAddress, toCiiParty } from "./cii-party.ts";
import { toGroup, toElement, toRequiredGroup, writeXml, type XmlContent } from "./xml.ts";

const CII = "urn:un:unece:uncefact:data:standard";

/**
 * Writes an invoice as UN/CEFACT Cross Industry Invoice D16B. Elements are in the order of its
 * schema.
 */
export function writeCii(invoice: EInvoice): string {
  const root = toRequiredGroup(
    "rsm:CrossIndustryInvoice",
    toContext(invoice),
    toGroup(
      "rsm:ExchangedDocument",
      toElement("ram:ID", invoice.number),
      toElement("ram:TypeCode", invoice.isCreditNote ? "381" : "380"),
      toDate("ram:IssueDateTime", invoice.issueDate),
      toGroup("ram:IncludedNote", toElement("ram:Content", invoice.note)),
    ),
    toGroup(
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
  return toGroup(
    "rsm:ExchangedDocumentContext",
    toGroup("ram:BusinessProcessSpecifiedDocumentContextParameter", toElement("ram:ID", process)),
    toGroup("ram:GuidelineSpecifiedDocumentContextParameter", toElement("ram:ID", specification)),
  );
}

function toLine(line: EInvoiceLine) {
  const unitCode = line.unit;
  return toGroup(
    "ram:IncludedSupplyChainTradeLineItem",
    toGroup("ram:AssociatedDocumentLineDocument", toElement("ram:LineID", line.id)),
    toGroup(
      "ram:SpecifiedTradeProduct",
      toElement("ram:SellerAssignedID", line.itemId),
      toElement("ram:Name", line.name),
      toElement("ram:Description", line.description),
    ),
    toGroup(
      "ram:SpecifiedLineTradeAgreement",
      toGroup(
        "ram:NetPriceProductTradePrice",
        toElement("ram:ChargeAmount", line.price),
        toElement("ram:BasisQuantity", line.baseQuantity, { unitCode }),
      ),
    ),
    toGroup(
      "ram:SpecifiedLineTradeDelivery",
      toElement("ram:BilledQuantity", line.quantity, { unitCode }),
    ),
    toGroup(
      "ram:SpecifiedLineTradeSettlement",
      toGroup("ram:ApplicableTradeTax", toTax(line.tax)),
      toPeriod(line.period),
      line.allowance && toLineAllowance(line.allowance),
      toGroup(
        "ram:SpecifiedTradeSettlementLineMonetarySummation",
        toElement("ram:LineTotalAmount", line.net),
      ),
    ),
  );
}

function toTax({ category, rate }: Tax): XmlContent {
  return [
    toElement("ram:TypeCode", "VAT"),
    toElement("ram:CategoryCode", category),
    toElement("ram:RateApplicablePercent", rate),
  ];
}

function toAgreement(invoice: EInvoice) {
  return toGroup(
    "ram:ApplicableHeaderTradeAgreement",
    toElement("ram:BuyerReference", invoice.buyerReference),
    toCiiParty("ram:SellerTradeParty", invoice.seller),
    toCiiParty("ram:BuyerTradeParty", invoice.buyer),
    toGroup(
      "ram:BuyerOrderReferencedDocument",
      toElement("ram:IssuerAssignedID", invoice.orderReference),
    ),
    toGroup(
      "ram:ContractReferencedDocument",
      toElement("ram:IssuerAssignedID", invoice.contractReference),
    ),
  );
}

function toDelivery({ deliverTo, deliveryDate }: EInvoice) {
  return toRequiredGroup(
    "ram:ApplicableHeaderTradeDelivery",
    deliverTo &&
      toGroup(
        "ram:ShipToTradeParty",
        toElement("ram:Name", deliverTo.name),
        toCiiAddress(deliverTo.address),
      ),
    toGroup("ram:ActualDeliverySupplyChainEvent", toDate("ram:OccurrenceDateTime", deliveryDate)),
  );
}

function toSettlement(invoice: EInvoice) {
  const { period, precedingInvoice: preceding } = invoice;
  return toGroup(
    "ram:ApplicableHeaderTradeSettlement",
    toElement("ram:PaymentReference", invoice.paymentReference),
    toElement("ram:InvoiceCurrencyCode", invoice.currency),
    toPaymentMeans(invoice),
    invoice.taxes.map(toSubtotal),
    toPeriod(period),
    invoice.allowances.map(toAllowance),
    toGroup(
      "ram:SpecifiedTradePaymentTerms",
      toElement("ram:Description", invoice.paymentTerms),
      toDate("ram:DueDateDateTime", invoice.dueDate),
    ),
    toSummation(invoice),
    toGroup(
      "ram:InvoiceReferencedDocument",
      toElement("ram:IssuerAssignedID", preceding?.number),
      toDate("ram:FormattedIssueDateTime", preceding?.date, "qdt"),
    ),
  );
}

function toPaymentMeans({ payment }: EInvoice) {
  if (!payment) return undefined;
  return toGroup(
    "ram:SpecifiedTradeSettlementPaymentMeans",
    toElement("ram:TypeCode", payment.code),
    toGroup(
      "ram:PayeePartyCreditorFinancialAccount",
      toElement("ram:IBANID", payment.iban),
      toElement("ram:AccountName", payment.accountName),
    ),
    toGroup("ram:PayeeSpecifiedCreditorFinancialInstitution", toElement("ram:BICID", payment.bic)),
  );
}

function toSubtotal({ tax, basis, amount, ...subtotal }: TaxSubtotal) {
  return toGroup(
    "ram:ApplicableTradeTax",
    toElement("ram:CalculatedAmount", amount),
    toElement("ram:TypeCode", "VAT"),
    toElement("ram:ExemptionReason", subtotal.exemptionReason),
    toElement("ram:BasisAmount", basis),
    toElement("ram:CategoryCode", tax.category),
    toElement("ram:ExemptionReasonCode", subtotal.exemptionCode),
    toElement("ram:RateApplicablePercent", tax.rate),
  );
}

function toPeriod(period: EInvoice["period"]) {
  return toGroup(
    "ram:BillingSpecifiedPeriod",
    toDate("ram:StartDateTime", period?.start),
    toDate("ram:EndDateTime", period?.end),
  );
}

function toLineAllowance({ amount, percent, base, reason }: LineAllowance) {
  return toGroup(
    "ram:SpecifiedTradeAllowanceCharge",
    toGroup("ram:ChargeIndicator", toElement("udt:Indicator", "false")),
    toElement("ram:CalculationPercent", percent),
    percent === undefined ? undefined : toElement("ram:BasisAmount", base),
    toElement("ram:ActualAmount", amount),
    toElement("ram:ReasonCode", "95"),
    toElement("ram:Reason", reason),
  );
}

function toAllowance({ isCharge, code, amount, percent, base, reason, tax }: Allowance) {
  return toGroup(
    "ram:SpecifiedTradeAllowanceCharge",
    toGroup("ram:ChargeIndicator", toElement("udt:Indicator", String(isCharge))),
    toElement("ram:CalculationPercent", percent),
    toElement("ram:BasisAmount", base),
    toElement("ram:ActualAmount", amount),
    toElement("ram:ReasonCode", code),
    toElement("ram:Reason", reason),
    toGroup("ram:CategoryTradeTax", toTax(tax)),
  );
}

function toSummation({ totals, currency: currencyID }: EInvoice) {
  return toGroup(
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
    toElement("ram:LineTotalAmount", totals.lines),
    toElement("ram:ChargeTotalAmount", totals.charges),
    toElement("ram:AllowanceTotalAmount", totals.allowances),
    toElement("ram:TaxBasisTotalAmount", totals.withoutTax),
    toElement("ram:TaxTotalAmount", totals.tax, { currencyID }),
    toElement("ram:RoundingAmount", totals.rounding),
    toElement("ram:GrandTotalAmount", totals.withTax),
    toElement("ram:TotalPrepaidAmount", totals.prepaid),
    toElement("ram:DuePayableAmount", totals.due),
  );
}

/** Dates are eight digits (format 102). */
function toDate(name: string, day: string | undefined, prefix: "udt" | "qdt" = "udt") {
  return toGroup(
    name,
    toElement(`${prefix}:DateTimeString`, day?.replaceAll("-", ""), { format: "102" }),
  );
}
