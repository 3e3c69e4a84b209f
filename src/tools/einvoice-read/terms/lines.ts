import { amount, code, date, group, identifier, number, text, type TermGroup } from "./term.ts";

const AGREEMENT = "ram:SpecifiedLineTradeAgreement";
const SETTLEMENT = "ram:SpecifiedLineTradeSettlement";
const PRODUCT = "ram:SpecifiedTradeProduct";
const NET_PRICE = `${AGREEMENT}/ram:NetPriceProductTradePrice`;
const GROSS_PRICE = `${AGREEMENT}/ram:GrossPriceProductTradePrice`;
const PERIOD = `${SETTLEMENT}/ram:BillingSpecifiedPeriod`;

/** Terms of an allowance (`false`) or a charge (`true`) of a line. */
function allowanceOrCharge(
  [id, name, indicator]: readonly [id: string, name: string, indicator: "false" | "true"],
  [value, base, percent, reason, reasonCode]: readonly [string, string, string, string, string],
): TermGroup {
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
      text(reason, `${name} reason`, "cbc:AllowanceChargeReason", "ram:Reason"),
      code(reasonCode, `${name} reason code`, "cbc:AllowanceChargeReasonCode", "ram:ReasonCode"),
    ],
  );
}

export const LINE: TermGroup = group(
  "BG-25",
  "Invoice line",
  [
    "cac:InvoiceLine|cac:CreditNoteLine",
    "rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem",
  ],
  [
    text(
      "BT-126",
      "Invoice line identifier",
      "cbc:ID",
      "ram:AssociatedDocumentLineDocument/ram:LineID",
    ),
    text(
      "BT-127",
      "Invoice line note",
      "cbc:Note",
      "ram:AssociatedDocumentLineDocument/ram:IncludedNote/ram:Content",
    ),
    identifier(
      "BT-128",
      "Invoice line object identifier",
      "cac:DocumentReference/cbc:ID",
      `${SETTLEMENT}/ram:AdditionalReferencedDocument/ram:IssuerAssignedID`,
    ),
    {
      ...number(
        "BT-129",
        "Invoiced quantity",
        "cbc:InvoicedQuantity|cbc:CreditedQuantity",
        "ram:SpecifiedLineTradeDelivery/ram:BilledQuantity",
      ),
      attributes: [
        { id: "BT-130", name: "Invoiced quantity unit of measure code", attribute: "unitCode" },
      ],
    },
    amount(
      "BT-131",
      "Invoice line net amount",
      "cbc:LineExtensionAmount",
      `${SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`,
    ),
    text(
      "BT-132",
      "Referenced purchase order line reference",
      "cac:OrderLineReference/cbc:LineID",
      `${AGREEMENT}/ram:BuyerOrderReferencedDocument/ram:LineID`,
    ),
    text(
      "BT-133",
      "Invoice line buyer accounting reference",
      "cbc:AccountingCost",
      `${SETTLEMENT}/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID`,
    ),
    group(
      "BG-26",
      "Invoice line period",
      ["cac:InvoicePeriod", PERIOD],
      [
        date(
          "BT-134",
          "Invoice line period start date",
          "cbc:StartDate",
          "ram:StartDateTime/udt:DateTimeString",
        ),
        date(
          "BT-135",
          "Invoice line period end date",
          "cbc:EndDate",
          "ram:EndDateTime/udt:DateTimeString",
        ),
      ],
    ),
    allowanceOrCharge(
      ["BG-27", "Invoice line allowance", "false"],
      ["BT-136", "BT-137", "BT-138", "BT-139", "BT-140"],
    ),
    allowanceOrCharge(
      ["BG-28", "Invoice line charge", "true"],
      ["BT-141", "BT-142", "BT-143", "BT-144", "BT-145"],
    ),
    group(
      "BG-29",
      "Price details",
      [".", "."],
      [
        amount(
          "BT-146",
          "Item net price",
          "cac:Price/cbc:PriceAmount",
          `${NET_PRICE}/ram:ChargeAmount`,
        ),
        amount(
          "BT-147",
          "Item price discount",
          "cac:Price/cac:AllowanceCharge/cbc:Amount",
          `${GROSS_PRICE}/ram:AppliedTradeAllowanceCharge/ram:ActualAmount`,
        ),
        amount(
          "BT-148",
          "Item gross price",
          "cac:Price/cac:AllowanceCharge/cbc:BaseAmount",
          `${GROSS_PRICE}/ram:ChargeAmount`,
        ),
        {
          ...number(
            "BT-149",
            "Item price base quantity",
            "cac:Price/cbc:BaseQuantity",
            `${NET_PRICE}/ram:BasisQuantity|${GROSS_PRICE}/ram:BasisQuantity`,
          ),
          attributes: [
            {
              id: "BT-150",
              name: "Item price base quantity unit of measure code",
              attribute: "unitCode",
            },
          ],
        },
      ],
    ),
    group(
      "BG-30",
      "Line VAT information",
      ["cac:Item/cac:ClassifiedTaxCategory", `${SETTLEMENT}/ram:ApplicableTradeTax`],
      [
        code("BT-151", "Invoiced item VAT category code", "cbc:ID", "ram:CategoryCode"),
        number("BT-152", "Invoiced item VAT rate", "cbc:Percent", "ram:RateApplicablePercent"),
      ],
    ),
    group(
      "BG-31",
      "Item information",
      ["cac:Item", PRODUCT],
      [
        text("BT-153", "Item name", "cbc:Name", "ram:Name"),
        text("BT-154", "Item description", "cbc:Description", "ram:Description"),
        text(
          "BT-155",
          "Item seller's identifier",
          "cac:SellersItemIdentification/cbc:ID",
          "ram:SellerAssignedID",
        ),
        text(
          "BT-156",
          "Item buyer's identifier",
          "cac:BuyersItemIdentification/cbc:ID",
          "ram:BuyerAssignedID",
        ),
        identifier(
          "BT-157",
          "Item standard identifier",
          "cac:StandardItemIdentification/cbc:ID",
          "ram:GlobalID",
        ),
        {
          ...text(
            "BT-158",
            "Item classification identifier",
            "cac:CommodityClassification/cbc:ItemClassificationCode",
            "ram:DesignatedProductClassification/ram:ClassCode",
          ),
          attributes: [
            { id: "BT-158-1", name: "Scheme identifier", attribute: "listID" },
            { id: "BT-158-2", name: "Scheme version identifier", attribute: "listVersionID" },
          ],
        },
        code(
          "BT-159",
          "Item country of origin",
          "cac:OriginCountry/cbc:IdentificationCode",
          "ram:OriginTradeCountry/ram:ID",
        ),
        group(
          "BG-32",
          "Item attributes",
          ["cac:AdditionalItemProperty", "ram:ApplicableProductCharacteristic"],
          [
            text("BT-160", "Item attribute name", "cbc:Name", "ram:Description"),
            text("BT-161", "Item attribute value", "cbc:Value", "ram:Value"),
          ],
        ),
      ],
    ),
  ],
);
