import { LINE } from "./lines.ts";
import { BUYER, DELIVER_TO, DELIVERY_PATHS, PAYEE, SELLER, TAX_REPRESENTATIVE } from "./parties.ts";
import {
  amount,
  binary,
  code,
  date,
  group,
  number,
  text,
  type Term,
  type TermGroup,
} from "./term.ts";

const DOCUMENT = "rsm:ExchangedDocument";
const CONTEXT = "rsm:ExchangedDocumentContext";
const TRANSACTION = "rsm:SupplyChainTradeTransaction";
const AGREEMENT = `${TRANSACTION}/ram:ApplicableHeaderTradeAgreement`;
const DELIVERY = `${TRANSACTION}/ram:ApplicableHeaderTradeDelivery`;
const SETTLEMENT = `${TRANSACTION}/ram:ApplicableHeaderTradeSettlement`;
const SUMMATION = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const PAYMENT_TERMS = `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms`;

/** Terms of an allowance (`false`) or a charge (`true`) of the document. */
function allowanceOrCharge(
  [id, name, indicator]: readonly [id: string, name: string, indicator: "false" | "true"],
  ids: readonly [string, string, string, string, string, string, string],
): TermGroup {
  const [value, base, percent, category, rate, reason, reasonCode] = ids;
  return group(
    id,
    name,
    [
      `cac:AllowanceCharge[cbc:ChargeIndicator=${indicator}]`,
      `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator=${indicator}]`,
    ],
    [
      amount(value, `${name} amount`, "cbc:Amount", "ram:ActualAmount"),
      amount(base, `${name} base amount`, "cbc:BaseAmount", "ram:BasisAmount"),
      number(
        percent,
        `${name} percentage`,
        "cbc:MultiplierFactorNumeric",
        "ram:CalculationPercent",
      ),
      code(
        category,
        `${name} VAT category code`,
        "cac:TaxCategory/cbc:ID",
        "ram:CategoryTradeTax/ram:CategoryCode",
      ),
      number(
        rate,
        `${name} VAT rate`,
        "cac:TaxCategory/cbc:Percent",
        "ram:CategoryTradeTax/ram:RateApplicablePercent",
      ),
      text(reason, `${name} reason`, "cbc:AllowanceChargeReason", "ram:Reason"),
      code(reasonCode, `${name} reason code`, "cbc:AllowanceChargeReasonCode", "ram:ReasonCode"),
    ],
  );
}

const HEAD: readonly Term[] = [
  text("BT-1", "Invoice number", "cbc:ID", `${DOCUMENT}/ram:ID`),
  date(
    "BT-2",
    "Invoice issue date",
    "cbc:IssueDate",
    `${DOCUMENT}/ram:IssueDateTime/udt:DateTimeString`,
  ),
  code(
    "BT-3",
    "Invoice type code",
    "cbc:InvoiceTypeCode|cbc:CreditNoteTypeCode",
    `${DOCUMENT}/ram:TypeCode`,
  ),
  code(
    "BT-5",
    "Invoice currency code",
    "cbc:DocumentCurrencyCode",
    `${SETTLEMENT}/ram:InvoiceCurrencyCode`,
  ),
  code(
    "BT-6",
    "VAT accounting currency code",
    "cbc:TaxCurrencyCode",
    `${SETTLEMENT}/ram:TaxCurrencyCode`,
  ),
  date(
    "BT-7",
    "Value added tax point date",
    "cbc:TaxPointDate",
    `${SETTLEMENT}/ram:ApplicableTradeTax/ram:TaxPointDate/udt:DateString`,
  ),
  code(
    "BT-8",
    "Value added tax point date code",
    "cac:InvoicePeriod/cbc:DescriptionCode",
    `${SETTLEMENT}/ram:ApplicableTradeTax/ram:DueDateTypeCode`,
  ),
  date(
    "BT-9",
    "Payment due date",
    "cbc:DueDate|cac:PaymentMeans/cbc:PaymentDueDate",
    `${PAYMENT_TERMS}/ram:DueDateDateTime/udt:DateTimeString`,
  ),
  text("BT-10", "Buyer reference", "cbc:BuyerReference", `${AGREEMENT}/ram:BuyerReference`),
  text(
    "BT-11",
    "Project reference",
    "cac:ProjectReference/cbc:ID|cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]/cbc:ID",
    `${AGREEMENT}/ram:SpecifiedProcuringProject/ram:ID`,
  ),
  text(
    "BT-12",
    "Contract reference",
    "cac:ContractDocumentReference/cbc:ID",
    `${AGREEMENT}/ram:ContractReferencedDocument/ram:IssuerAssignedID`,
  ),
  text(
    "BT-13",
    "Purchase order reference",
    "cac:OrderReference/cbc:ID",
    `${AGREEMENT}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`,
  ),
  text(
    "BT-14",
    "Sales order reference",
    "cac:OrderReference/cbc:SalesOrderID",
    `${AGREEMENT}/ram:SellerOrderReferencedDocument/ram:IssuerAssignedID`,
  ),
  text(
    "BT-15",
    "Receiving advice reference",
    "cac:ReceiptDocumentReference/cbc:ID",
    `${DELIVERY}/ram:ReceivingAdviceReferencedDocument/ram:IssuerAssignedID`,
  ),
  text(
    "BT-16",
    "Despatch advice reference",
    "cac:DespatchDocumentReference/cbc:ID",
    `${DELIVERY}/ram:DespatchAdviceReferencedDocument/ram:IssuerAssignedID`,
  ),
  text(
    "BT-17",
    "Tender or lot reference",
    "cac:OriginatorDocumentReference/cbc:ID",
    `${AGREEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode=50]/ram:IssuerAssignedID`,
  ),
  {
    ...text(
      "BT-18",
      "Invoiced object identifier",
      "cac:AdditionalDocumentReference[cbc:DocumentTypeCode=130]/cbc:ID",
      `${AGREEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode=130]/ram:IssuerAssignedID`,
    ),
    attributes: [{ id: "BT-18-1", name: "Scheme identifier", attribute: "schemeID" }],
  },
  text(
    "BT-19",
    "Buyer accounting reference",
    "cbc:AccountingCost",
    `${SETTLEMENT}/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID`,
  ),
  text("BT-20", "Payment terms", "cac:PaymentTerms/cbc:Note", `${PAYMENT_TERMS}/ram:Description`),
];

const PAYMENT: TermGroup = group(
  "BG-16",
  "Payment instructions",
  ["cac:PaymentMeans", `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`],
  [
    {
      ...code("BT-81", "Payment means type code", "cbc:PaymentMeansCode", "ram:TypeCode"),
      attributes: [{ id: "BT-82", name: "Payment means text", attribute: "name" }],
    },
    text("BT-82", "Payment means text", "", "ram:Information"),
    text("BT-83", "Remittance information", "cbc:PaymentID", ""),
    group(
      "BG-17",
      "Credit transfer",
      [".", "."],
      [
        text(
          "BT-84",
          "Payment account identifier",
          "cac:PayeeFinancialAccount/cbc:ID",
          "ram:PayeePartyCreditorFinancialAccount/ram:IBANID|ram:PayeePartyCreditorFinancialAccount/ram:ProprietaryID",
        ),
        text(
          "BT-85",
          "Payment account name",
          "cac:PayeeFinancialAccount/cbc:Name",
          "ram:PayeePartyCreditorFinancialAccount/ram:AccountName",
        ),
        text(
          "BT-86",
          "Payment service provider identifier",
          "cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID",
          "ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID",
        ),
      ],
    ),
    group(
      "BG-18",
      "Payment card information",
      ["cac:CardAccount", "ram:ApplicableTradeSettlementFinancialCard"],
      [
        text(
          "BT-87",
          "Payment card primary account number",
          "cbc:PrimaryAccountNumberID",
          "ram:ID",
        ),
        text("BT-88", "Payment card holder name", "cbc:HolderName", "ram:CardholderName"),
      ],
    ),
    group(
      "BG-19",
      "Direct debit",
      [".", "."],
      [
        text("BT-89", "Mandate reference identifier", "cac:PaymentMandate/cbc:ID", ""),
        text(
          "BT-91",
          "Debited account identifier",
          "cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID",
          "ram:PayerPartyDebtorFinancialAccount/ram:IBANID",
        ),
      ],
    ),
  ],
);

/** Terms of the payment that are outside of its group in one or both syntaxes. */
const PAYMENT_ELSEWHERE: readonly Term[] = [
  text("BT-83", "Remittance information", "", `${SETTLEMENT}/ram:PaymentReference`),
  text("BT-89", "Mandate reference identifier", "", `${PAYMENT_TERMS}/ram:DirectDebitMandateID`),
  text(
    "BT-90",
    "Bank assigned creditor identifier",
    "cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID[@schemeID=SEPA]|cac:PayeeParty/cac:PartyIdentification/cbc:ID[@schemeID=SEPA]",
    `${SETTLEMENT}/ram:CreditorReferenceID`,
  ),
];

const TOTALS: TermGroup = group(
  "BG-22",
  "Document totals",
  [".", "."],
  [
    amount(
      "BT-106",
      "Sum of invoice line net amount",
      "cac:LegalMonetaryTotal/cbc:LineExtensionAmount",
      `${SUMMATION}/ram:LineTotalAmount`,
    ),
    amount(
      "BT-107",
      "Sum of allowances on document level",
      "cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount",
      `${SUMMATION}/ram:AllowanceTotalAmount`,
    ),
    amount(
      "BT-108",
      "Sum of charges on document level",
      "cac:LegalMonetaryTotal/cbc:ChargeTotalAmount",
      `${SUMMATION}/ram:ChargeTotalAmount`,
    ),
    amount(
      "BT-109",
      "Invoice total amount without VAT",
      "cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount",
      `${SUMMATION}/ram:TaxBasisTotalAmount`,
    ),
    amount(
      "BT-110",
      "Invoice total VAT amount",
      "cac:TaxTotal[cac:TaxSubtotal]/cbc:TaxAmount",
      `${SUMMATION}/ram:TaxTotalAmount[1]`,
    ),
    amount(
      "BT-111",
      "Invoice total VAT amount in accounting currency",
      "cac:TaxTotal[!cac:TaxSubtotal]/cbc:TaxAmount",
      `${SUMMATION}/ram:TaxTotalAmount[2]`,
    ),
    amount(
      "BT-112",
      "Invoice total amount with VAT",
      "cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount",
      `${SUMMATION}/ram:GrandTotalAmount`,
    ),
    amount(
      "BT-113",
      "Paid amount",
      "cac:LegalMonetaryTotal/cbc:PrepaidAmount",
      `${SUMMATION}/ram:TotalPrepaidAmount`,
    ),
    amount(
      "BT-114",
      "Rounding amount",
      "cac:LegalMonetaryTotal/cbc:PayableRoundingAmount",
      `${SUMMATION}/ram:RoundingAmount`,
    ),
    amount(
      "BT-115",
      "Amount due for payment",
      "cac:LegalMonetaryTotal/cbc:PayableAmount",
      `${SUMMATION}/ram:DuePayableAmount`,
    ),
  ],
);

const VAT_BREAKDOWN: TermGroup = group(
  "BG-23",
  "VAT breakdown",
  ["cac:TaxTotal/cac:TaxSubtotal", `${SETTLEMENT}/ram:ApplicableTradeTax`],
  [
    amount("BT-116", "VAT category taxable amount", "cbc:TaxableAmount", "ram:BasisAmount"),
    amount("BT-117", "VAT category tax amount", "cbc:TaxAmount", "ram:CalculatedAmount"),
    code("BT-118", "VAT category code", "cac:TaxCategory/cbc:ID", "ram:CategoryCode"),
    number(
      "BT-119",
      "VAT category rate",
      "cac:TaxCategory/cbc:Percent",
      "ram:RateApplicablePercent",
    ),
    text(
      "BT-120",
      "VAT exemption reason text",
      "cac:TaxCategory/cbc:TaxExemptionReason",
      "ram:ExemptionReason",
    ),
    code(
      "BT-121",
      "VAT exemption reason code",
      "cac:TaxCategory/cbc:TaxExemptionReasonCode",
      "ram:ExemptionReasonCode",
    ),
  ],
);

const ATTACHMENTS: TermGroup = group(
  "BG-24",
  "Additional supporting documents",
  [
    "cac:AdditionalDocumentReference[cbc:DocumentTypeCode!=130][cbc:DocumentTypeCode!=50]",
    `${AGREEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode!=130][ram:TypeCode!=50]`,
  ],
  [
    text("BT-122", "Supporting document reference", "cbc:ID", "ram:IssuerAssignedID"),
    text("BT-123", "Supporting document description", "cbc:DocumentDescription", "ram:Name"),
    text(
      "BT-124",
      "External document location",
      "cac:Attachment/cac:ExternalReference/cbc:URI",
      "ram:URIID",
    ),
    {
      ...binary(
        "BT-125",
        "Attached document",
        "cac:Attachment/cbc:EmbeddedDocumentBinaryObject",
        "ram:AttachmentBinaryObject",
      ),
      attributes: [
        { id: "BT-125-1", name: "Attached document MIME code", attribute: "mimeCode" },
        { id: "BT-125-2", name: "Attached document filename", attribute: "filename" },
      ],
    },
  ],
);

/** All terms and groups of EN 16931 in its order, with their places in UBL 2.1 and CII D16B. */
export const TERMS: readonly (Term | TermGroup)[] = [
  ...HEAD,
  group(
    "BG-1",
    "Invoice note",
    ["cbc:Note", `${DOCUMENT}/ram:IncludedNote`],
    [
      code("BT-21", "Invoice note subject code", "", "ram:SubjectCode"),
      text("BT-22", "Invoice note", ".", "ram:Content"),
    ],
  ),
  group(
    "BG-2",
    "Process control",
    [".", CONTEXT],
    [
      text(
        "BT-23",
        "Business process type",
        "cbc:ProfileID",
        "ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID",
      ),
      text(
        "BT-24",
        "Specification identifier",
        "cbc:CustomizationID",
        "ram:GuidelineSpecifiedDocumentContextParameter/ram:ID",
      ),
    ],
  ),
  group(
    "BG-3",
    "Preceding invoice reference",
    [
      "cac:BillingReference/cac:InvoiceDocumentReference",
      `${SETTLEMENT}/ram:InvoiceReferencedDocument`,
    ],
    [
      text("BT-25", "Preceding invoice reference", "cbc:ID", "ram:IssuerAssignedID"),
      date(
        "BT-26",
        "Preceding invoice issue date",
        "cbc:IssueDate",
        "ram:FormattedIssueDateTime/qdt:DateTimeString",
      ),
    ],
  ),
  SELLER,
  BUYER,
  PAYEE,
  TAX_REPRESENTATIVE,
  group("BG-13", "Delivery information", DELIVERY_PATHS, DELIVER_TO),
  group(
    "BG-14",
    "Invoicing period",
    ["cac:InvoicePeriod", `${SETTLEMENT}/ram:BillingSpecifiedPeriod`],
    [
      date(
        "BT-73",
        "Invoicing period start date",
        "cbc:StartDate",
        "ram:StartDateTime/udt:DateTimeString",
      ),
      date(
        "BT-74",
        "Invoicing period end date",
        "cbc:EndDate",
        "ram:EndDateTime/udt:DateTimeString",
      ),
    ],
  ),
  PAYMENT,
  ...PAYMENT_ELSEWHERE,
  allowanceOrCharge(
    ["BG-20", "Document level allowance", "false"],
    ["BT-92", "BT-93", "BT-94", "BT-95", "BT-96", "BT-97", "BT-98"],
  ),
  allowanceOrCharge(
    ["BG-21", "Document level charge", "true"],
    ["BT-99", "BT-100", "BT-101", "BT-102", "BT-103", "BT-104", "BT-105"],
  ),
  TOTALS,
  VAT_BREAKDOWN,
  ATTACHMENTS,
  LINE,
];
