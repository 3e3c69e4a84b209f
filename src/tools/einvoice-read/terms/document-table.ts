const TRANSACTION = "rsm:SupplyChainTradeTransaction";
export const AGREEMENT = `${TRANSACTION}/ram:ApplicableHeaderTradeAgreement`;
export const DELIVERY = `${TRANSACTION}/ram:ApplicableHeaderTradeDelivery`;
export const SETTLEMENT = `${TRANSACTION}/ram:ApplicableHeaderTradeSettlement`;
const SUMMATION = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const DOCUMENT_CURRENCY = `/${SETTLEMENT}/ram:InvoiceCurrencyCode`;
const PAYMENT_TERMS = `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms`;

/** Terms of the document. The notation is that of `parseTerms`. */
export const DOCUMENT_TERMS = `
BT-1 text Invoice number
  cbc:ID  rsm:ExchangedDocument/ram:ID
BT-2 date Invoice issue date
  cbc:IssueDate  rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString
BT-3 code Invoice type code
  cbc:InvoiceTypeCode|cbc:CreditNoteTypeCode  rsm:ExchangedDocument/ram:TypeCode
BT-5 code Invoice currency code
  cbc:DocumentCurrencyCode  ${SETTLEMENT}/ram:InvoiceCurrencyCode
BT-6 code VAT accounting currency code
  cbc:TaxCurrencyCode  ${SETTLEMENT}/ram:TaxCurrencyCode
BT-7 date Value added tax point date
  cbc:TaxPointDate  ${SETTLEMENT}/ram:ApplicableTradeTax/ram:TaxPointDate/udt:DateString
BT-8 code Value added tax point date code
  cac:InvoicePeriod/cbc:DescriptionCode  ${SETTLEMENT}/ram:ApplicableTradeTax/ram:DueDateTypeCode
BT-9 date Payment due date
  cbc:DueDate|cac:PaymentMeans/cbc:PaymentDueDate
  ${PAYMENT_TERMS}/ram:DueDateDateTime/udt:DateTimeString
BT-10 text Buyer reference
  cbc:BuyerReference  ${AGREEMENT}/ram:BuyerReference
BT-11 text Project reference
  cac:ProjectReference/cbc:ID|cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]/cbc:ID
  ${AGREEMENT}/ram:SpecifiedProcuringProject/ram:ID
BT-12 text Contract reference
  cac:ContractDocumentReference/cbc:ID
  ${AGREEMENT}/ram:ContractReferencedDocument/ram:IssuerAssignedID
BT-13 text Purchase order reference
  cac:OrderReference/cbc:ID  ${AGREEMENT}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID
BT-14 text Sales order reference
  cac:OrderReference/cbc:SalesOrderID
  ${AGREEMENT}/ram:SellerOrderReferencedDocument/ram:IssuerAssignedID
BT-15 text Receiving advice reference
  cac:ReceiptDocumentReference/cbc:ID
  ${DELIVERY}/ram:ReceivingAdviceReferencedDocument/ram:IssuerAssignedID
BT-16 text Despatch advice reference
  cac:DespatchDocumentReference/cbc:ID
  ${DELIVERY}/ram:DespatchAdviceReferencedDocument/ram:IssuerAssignedID
BT-17 text Tender or lot reference
  cac:OriginatorDocumentReference/cbc:ID
  ${AGREEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode=50]/ram:IssuerAssignedID
BT-18 text Invoiced object identifier
  cac:AdditionalDocumentReference[cbc:DocumentTypeCode=130]/cbc:ID
  ${AGREEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode=130]/ram:IssuerAssignedID
  @schemeID BT-18-1 Scheme identifier
BT-18-1 code Scheme identifier
  -  ${AGREEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode=130]/ram:ReferenceTypeCode
BT-19 text Buyer accounting reference
  cbc:AccountingCost  ${SETTLEMENT}/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID
BT-20 text Payment terms
  cac:PaymentTerms/cbc:Note  ${PAYMENT_TERMS}/ram:Description
BG-1 Invoice note
  cbc:Note  rsm:ExchangedDocument/ram:IncludedNote
  BT-21 code Invoice note subject code
    -  ram:SubjectCode
  BT-22 text Invoice note
    .  ram:Content
BG-2 Process control
  .  rsm:ExchangedDocumentContext
  BT-23 text Business process type
    cbc:ProfileID  ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID
  BT-24 text Specification identifier
    cbc:CustomizationID  ram:GuidelineSpecifiedDocumentContextParameter/ram:ID
BG-3 Preceding invoice reference
  cac:BillingReference/cac:InvoiceDocumentReference  ${SETTLEMENT}/ram:InvoiceReferencedDocument
  BT-25 text Preceding invoice reference
    cbc:ID  ram:IssuerAssignedID
  BT-26 date Preceding invoice issue date
    cbc:IssueDate  ram:FormattedIssueDateTime/qdt:DateTimeString
`;

/** Terms of periods, payment, sums and attachments. The notation is that of `parseTerms`. */
export const SETTLEMENT_TERMS = `
BG-14 Invoicing period
  cac:InvoicePeriod  ${SETTLEMENT}/ram:BillingSpecifiedPeriod
  BT-73 date Invoicing period start date
    cbc:StartDate  ram:StartDateTime/udt:DateTimeString
  BT-74 date Invoicing period end date
    cbc:EndDate  ram:EndDateTime/udt:DateTimeString
BG-16 Payment instructions
  cac:PaymentMeans  ${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans
  BT-81 code Payment means type code
    cbc:PaymentMeansCode  ram:TypeCode
    @name BT-82 Payment means text
  BT-82 text Payment means text
    -  ram:Information
  BT-83 text Remittance information
    cbc:PaymentID  -
  BG-17 Credit transfer
    .  .
    BT-84 text Payment account identifier
      cac:PayeeFinancialAccount/cbc:ID
      ram:PayeePartyCreditorFinancialAccount/ram:IBANID|ram:PayeePartyCreditorFinancialAccount/ram:ProprietaryID
    BT-85 text Payment account name
      cac:PayeeFinancialAccount/cbc:Name  ram:PayeePartyCreditorFinancialAccount/ram:AccountName
    BT-86 text Payment service provider identifier
      cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID
      ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID
  BG-18 Payment card information
    cac:CardAccount  ram:ApplicableTradeSettlementFinancialCard
    BT-87 text Payment card primary account number
      cbc:PrimaryAccountNumberID  ram:ID
    BT-88 text Payment card holder name
      cbc:HolderName  ram:CardholderName
  BG-19 Direct debit
    .  .
    BT-89 text Mandate reference identifier
      cac:PaymentMandate/cbc:ID  -
    BT-91 text Debited account identifier
      cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID
      ram:PayerPartyDebtorFinancialAccount/ram:IBANID
BT-83 text Remittance information
  -  ${SETTLEMENT}/ram:PaymentReference
BT-89 text Mandate reference identifier
  -  ${PAYMENT_TERMS}/ram:DirectDebitMandateID
BT-90 text Bank assigned creditor identifier
  cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID[@schemeID=SEPA]|cac:PayeeParty/cac:PartyIdentification/cbc:ID[@schemeID=SEPA]
  ${SETTLEMENT}/ram:CreditorReferenceID
BG-20 Document level allowance
  cac:AllowanceCharge[cbc:ChargeIndicator=false]
  ${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator=false]
  BT-92 amount Document level allowance amount
    cbc:Amount  ram:ActualAmount
  BT-93 amount Document level allowance base amount
    cbc:BaseAmount  ram:BasisAmount
  BT-94 number Document level allowance percentage
    cbc:MultiplierFactorNumeric  ram:CalculationPercent
  BT-95 code Document level allowance VAT category code
    cac:TaxCategory/cbc:ID  ram:CategoryTradeTax/ram:CategoryCode
  BT-96 number Document level allowance VAT rate
    cac:TaxCategory/cbc:Percent  ram:CategoryTradeTax/ram:RateApplicablePercent
  BT-97 text Document level allowance reason
    cbc:AllowanceChargeReason  ram:Reason
  BT-98 code Document level allowance reason code
    cbc:AllowanceChargeReasonCode  ram:ReasonCode
BG-21 Document level charge
  cac:AllowanceCharge[cbc:ChargeIndicator=true]
  ${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator=true]
  BT-99 amount Document level charge amount
    cbc:Amount  ram:ActualAmount
  BT-100 amount Document level charge base amount
    cbc:BaseAmount  ram:BasisAmount
  BT-101 number Document level charge percentage
    cbc:MultiplierFactorNumeric  ram:CalculationPercent
  BT-102 code Document level charge VAT category code
    cac:TaxCategory/cbc:ID  ram:CategoryTradeTax/ram:CategoryCode
  BT-103 number Document level charge VAT rate
    cac:TaxCategory/cbc:Percent  ram:CategoryTradeTax/ram:RateApplicablePercent
  BT-104 text Document level charge reason
    cbc:AllowanceChargeReason  ram:Reason
  BT-105 code Document level charge reason code
    cbc:AllowanceChargeReasonCode  ram:ReasonCode
BG-22 Document totals
  .  .
  BT-106 amount Sum of invoice line net amount
    cac:LegalMonetaryTotal/cbc:LineExtensionAmount  ${SUMMATION}/ram:LineTotalAmount
  BT-107 amount Sum of allowances on document level
    cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount  ${SUMMATION}/ram:AllowanceTotalAmount
  BT-108 amount Sum of charges on document level
    cac:LegalMonetaryTotal/cbc:ChargeTotalAmount  ${SUMMATION}/ram:ChargeTotalAmount
  BT-109 amount Invoice total amount without VAT
    cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount  ${SUMMATION}/ram:TaxBasisTotalAmount
  BT-110 amount Invoice total VAT amount
    cac:TaxTotal/cbc:TaxAmount[@currencyID=/cbc:DocumentCurrencyCode]|cac:TaxTotal/cbc:TaxAmount[!@currencyID]
    ${SUMMATION}/ram:TaxTotalAmount[@currencyID=${DOCUMENT_CURRENCY}]|${SUMMATION}/ram:TaxTotalAmount[!@currencyID]
  BT-111 amount Invoice total VAT amount in accounting currency
    cac:TaxTotal/cbc:TaxAmount[@currencyID][@currencyID!=/cbc:DocumentCurrencyCode]
    ${SUMMATION}/ram:TaxTotalAmount[@currencyID][@currencyID!=${DOCUMENT_CURRENCY}]
  BT-112 amount Invoice total amount with VAT
    cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount  ${SUMMATION}/ram:GrandTotalAmount
  BT-113 amount Paid amount
    cac:LegalMonetaryTotal/cbc:PrepaidAmount  ${SUMMATION}/ram:TotalPrepaidAmount
  BT-114 amount Rounding amount
    cac:LegalMonetaryTotal/cbc:PayableRoundingAmount  ${SUMMATION}/ram:RoundingAmount
  BT-115 amount Amount due for payment
    cac:LegalMonetaryTotal/cbc:PayableAmount  ${SUMMATION}/ram:DuePayableAmount
BG-23 VAT breakdown
  cac:TaxTotal[cbc:TaxAmount/@currencyID=/cbc:DocumentCurrencyCode]/cac:TaxSubtotal|cac:TaxTotal[!cbc:TaxAmount/@currencyID]/cac:TaxSubtotal
  ${SETTLEMENT}/ram:ApplicableTradeTax
  BT-116 amount VAT category taxable amount
    cbc:TaxableAmount  ram:BasisAmount
  BT-117 amount VAT category tax amount
    cbc:TaxAmount  ram:CalculatedAmount
  BT-118 code VAT category code
    cac:TaxCategory/cbc:ID  ram:CategoryCode
  BT-119 number VAT category rate
    cac:TaxCategory/cbc:Percent  ram:RateApplicablePercent
  BT-120 text VAT exemption reason text
    cac:TaxCategory/cbc:TaxExemptionReason  ram:ExemptionReason
  BT-121 code VAT exemption reason code
    cac:TaxCategory/cbc:TaxExemptionReasonCode  ram:ExemptionReasonCode
BG-24 Additional supporting documents
  cac:AdditionalDocumentReference[cbc:DocumentTypeCode!=130][cbc:DocumentTypeCode!=50]
  ${AGREEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode!=130][ram:TypeCode!=50]
  BT-122 text Supporting document reference
    cbc:ID  ram:IssuerAssignedID
  BT-123 text Supporting document description
    cbc:DocumentDescription  ram:Name
  BT-124 text External document location
    cac:Attachment/cac:ExternalReference/cbc:URI  ram:URIID
  BT-125 binary Attached document
    cac:Attachment/cbc:EmbeddedDocumentBinaryObject  ram:AttachmentBinaryObject
    @mimeCode BT-125-1 Attached document MIME code
    @filename BT-125-2 Attached document filename
`;
