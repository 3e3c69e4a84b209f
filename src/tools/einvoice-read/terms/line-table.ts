const LINE_SETTLEMENT = "ram:SpecifiedLineTradeSettlement";
const NET_PRICE = "ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice";
const GROSS_PRICE = "ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice";

/** Terms of a line. The notation is that of `parseTerms`. */
export const LINE_TERMS = `
BG-25 Invoice line
  cac:InvoiceLine|cac:CreditNoteLine
  rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem
  BT-126 text Invoice line identifier
    cbc:ID  ram:AssociatedDocumentLineDocument/ram:LineID
  BT-127 text Invoice line note
    cbc:Note  ram:AssociatedDocumentLineDocument/ram:IncludedNote/ram:Content
  BT-128 text Invoice line object identifier
    cac:DocumentReference/cbc:ID
    ${LINE_SETTLEMENT}/ram:AdditionalReferencedDocument/ram:IssuerAssignedID
    @schemeID BT-128-1 Scheme identifier
  BT-128-1 code Scheme identifier
    -  ${LINE_SETTLEMENT}/ram:AdditionalReferencedDocument/ram:ReferenceTypeCode
  BT-129 number Invoiced quantity
    cbc:InvoicedQuantity|cbc:CreditedQuantity  ram:SpecifiedLineTradeDelivery/ram:BilledQuantity
    @unitCode BT-130 Invoiced quantity unit of measure code
  BT-131 amount Invoice line net amount
    cbc:LineExtensionAmount
    ${LINE_SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount
  BT-132 text Referenced purchase order line reference
    cac:OrderLineReference/cbc:LineID
    ram:SpecifiedLineTradeAgreement/ram:BuyerOrderReferencedDocument/ram:LineID
  BT-133 text Invoice line buyer accounting reference
    cbc:AccountingCost  ${LINE_SETTLEMENT}/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID
  BG-26 Invoice line period
    cac:InvoicePeriod  ${LINE_SETTLEMENT}/ram:BillingSpecifiedPeriod
    BT-134 date Invoice line period start date
      cbc:StartDate  ram:StartDateTime/udt:DateTimeString
    BT-135 date Invoice line period end date
      cbc:EndDate  ram:EndDateTime/udt:DateTimeString
  BG-27 Invoice line allowance
    cac:AllowanceCharge[cbc:ChargeIndicator=false]
    ${LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator=false]
    BT-136 amount Invoice line allowance amount
      cbc:Amount  ram:ActualAmount
    BT-137 amount Invoice line allowance base amount
      cbc:BaseAmount  ram:BasisAmount
    BT-138 number Invoice line allowance percentage
      cbc:MultiplierFactorNumeric  ram:CalculationPercent
    BT-139 text Invoice line allowance reason
      cbc:AllowanceChargeReason  ram:Reason
    BT-140 code Invoice line allowance reason code
      cbc:AllowanceChargeReasonCode  ram:ReasonCode
  BG-28 Invoice line charge
    cac:AllowanceCharge[cbc:ChargeIndicator=true]
    ${LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator=true]
    BT-141 amount Invoice line charge amount
      cbc:Amount  ram:ActualAmount
    BT-142 amount Invoice line charge base amount
      cbc:BaseAmount  ram:BasisAmount
    BT-143 number Invoice line charge percentage
      cbc:MultiplierFactorNumeric  ram:CalculationPercent
    BT-144 text Invoice line charge reason
      cbc:AllowanceChargeReason  ram:Reason
    BT-145 code Invoice line charge reason code
      cbc:AllowanceChargeReasonCode  ram:ReasonCode
  BG-29 Price details
    .  .
    BT-146 amount Item net price
      cac:Price/cbc:PriceAmount  ${NET_PRICE}/ram:ChargeAmount
    BT-147 amount Item price discount
      cac:Price/cac:AllowanceCharge/cbc:Amount
      ${GROSS_PRICE}/ram:AppliedTradeAllowanceCharge/ram:ActualAmount
    BT-148 amount Item gross price
      cac:Price/cac:AllowanceCharge/cbc:BaseAmount  ${GROSS_PRICE}/ram:ChargeAmount
    BT-149 number Item price base quantity
      cac:Price/cbc:BaseQuantity  ${NET_PRICE}/ram:BasisQuantity|${GROSS_PRICE}/ram:BasisQuantity
      @unitCode BT-150 Item price base quantity unit of measure code
  BG-30 Line VAT information
    cac:Item/cac:ClassifiedTaxCategory  ${LINE_SETTLEMENT}/ram:ApplicableTradeTax
    BT-151 code Invoiced item VAT category code
      cbc:ID  ram:CategoryCode
    BT-152 number Invoiced item VAT rate
      cbc:Percent  ram:RateApplicablePercent
  BG-31 Item information
    cac:Item  ram:SpecifiedTradeProduct
    BT-153 text Item name
      cbc:Name  ram:Name
    BT-154 text Item description
      cbc:Description  ram:Description
    BT-155 text Item seller's identifier
      cac:SellersItemIdentification/cbc:ID  ram:SellerAssignedID
    BT-156 text Item buyer's identifier
      cac:BuyersItemIdentification/cbc:ID  ram:BuyerAssignedID
    BT-157 text Item standard identifier
      cac:StandardItemIdentification/cbc:ID  ram:GlobalID
      @schemeID BT-157-1 Scheme identifier
    BT-158 text Item classification identifier
      cac:CommodityClassification/cbc:ItemClassificationCode
      ram:DesignatedProductClassification/ram:ClassCode
      @listID BT-158-1 Scheme identifier
      @listVersionID BT-158-2 Scheme version identifier
    BT-159 code Item country of origin
      cac:OriginCountry/cbc:IdentificationCode  ram:OriginTradeCountry/ram:ID
    BG-32 Item attributes
      cac:AdditionalItemProperty  ram:ApplicableProductCharacteristic
      BT-160 text Item attribute name
        cbc:Name  ram:Description
      BT-161 text Item attribute value
        cbc:Value  ram:Value
`;
