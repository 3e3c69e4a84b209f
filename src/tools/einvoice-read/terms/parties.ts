import { code, group, identifier, text, type Term, type TermGroup } from "./term.ts";

/** Numbers of the terms of an address, in the order of `address`. */
type AddressIds = readonly [
  line1: string,
  line2: string,
  line3: string,
  city: string,
  postCode: string,
  subdivision: string,
  country: string,
];

/** Terms of a postal address. Paths start at the address of each syntax. */
function address(subject: string, ids: AddressIds): Term[] {
  const [line1, line2, line3, city, postCode, subdivision, country] = ids;
  return [
    text(line1, `${subject} address line 1`, "cbc:StreetName", "ram:LineOne"),
    text(line2, `${subject} address line 2`, "cbc:AdditionalStreetName", "ram:LineTwo"),
    text(line3, `${subject} address line 3`, "cac:AddressLine/cbc:Line", "ram:LineThree"),
    text(city, `${subject} city`, "cbc:CityName", "ram:CityName"),
    text(postCode, `${subject} post code`, "cbc:PostalZone", "ram:PostcodeCode"),
    text(
      subdivision,
      `${subject} country subdivision`,
      "cbc:CountrySubentity",
      "ram:CountrySubDivisionName",
    ),
    code(country, `${subject} country code`, "cac:Country/cbc:IdentificationCode", "ram:CountryID"),
  ];
}

/** Terms of a contact. Paths start at the contact of each syntax. */
function contact(
  subject: string,
  [point, phone, email]: readonly [string, string, string],
): Term[] {
  return [
    text(point, `${subject} contact point`, "cbc:Name", "ram:PersonName|ram:DepartmentName"),
    text(
      phone,
      `${subject} contact telephone number`,
      "cbc:Telephone",
      "ram:TelephoneUniversalCommunication/ram:CompleteNumber",
    ),
    text(
      email,
      `${subject} contact email address`,
      "cbc:ElectronicMail",
      "ram:EmailURIUniversalCommunication/ram:URIID",
    ),
  ];
}

const VAT_UBL = "cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=VAT]/cbc:CompanyID";
const VAT_CII = "ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]";

const AGREEMENT = "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement";

export const SELLER: TermGroup = group(
  "BG-4",
  "Seller",
  ["cac:AccountingSupplierParty/cac:Party", `${AGREEMENT}/ram:SellerTradeParty`],
  [
    text("BT-27", "Seller name", "cac:PartyLegalEntity/cbc:RegistrationName", "ram:Name"),
    text(
      "BT-28",
      "Seller trading name",
      "cac:PartyName/cbc:Name",
      "ram:SpecifiedLegalOrganization/ram:TradingBusinessName",
    ),
    identifier(
      "BT-29",
      "Seller identifier",
      "cac:PartyIdentification/cbc:ID[@schemeID!=SEPA]",
      "ram:ID|ram:GlobalID",
    ),
    identifier(
      "BT-30",
      "Seller legal registration identifier",
      "cac:PartyLegalEntity/cbc:CompanyID",
      "ram:SpecifiedLegalOrganization/ram:ID",
    ),
    text("BT-31", "Seller VAT identifier", VAT_UBL, VAT_CII),
    text(
      "BT-32",
      "Seller tax registration identifier",
      "cac:PartyTaxScheme[cac:TaxScheme/cbc:ID!=VAT]/cbc:CompanyID",
      "ram:SpecifiedTaxRegistration/ram:ID[@schemeID!=VA]",
    ),
    text(
      "BT-33",
      "Seller additional legal information",
      "cac:PartyLegalEntity/cbc:CompanyLegalForm",
      "ram:Description",
    ),
    identifier(
      "BT-34",
      "Seller electronic address",
      "cbc:EndpointID",
      "ram:URIUniversalCommunication/ram:URIID",
    ),
    group(
      "BG-5",
      "Seller postal address",
      ["cac:PostalAddress", "ram:PostalTradeAddress"],
      address("Seller", ["BT-35", "BT-36", "BT-162", "BT-37", "BT-38", "BT-39", "BT-40"]),
    ),
    group(
      "BG-6",
      "Seller contact",
      ["cac:Contact", "ram:DefinedTradeContact"],
      contact("Seller", ["BT-41", "BT-42", "BT-43"]),
    ),
  ],
);

export const BUYER: TermGroup = group(
  "BG-7",
  "Buyer",
  ["cac:AccountingCustomerParty/cac:Party", `${AGREEMENT}/ram:BuyerTradeParty`],
  [
    text("BT-44", "Buyer name", "cac:PartyLegalEntity/cbc:RegistrationName", "ram:Name"),
    text(
      "BT-45",
      "Buyer trading name",
      "cac:PartyName/cbc:Name",
      "ram:SpecifiedLegalOrganization/ram:TradingBusinessName",
    ),
    identifier(
      "BT-46",
      "Buyer identifier",
      "cac:PartyIdentification/cbc:ID",
      "ram:ID|ram:GlobalID",
    ),
    identifier(
      "BT-47",
      "Buyer legal registration identifier",
      "cac:PartyLegalEntity/cbc:CompanyID",
      "ram:SpecifiedLegalOrganization/ram:ID",
    ),
    text("BT-48", "Buyer VAT identifier", VAT_UBL, VAT_CII),
    identifier(
      "BT-49",
      "Buyer electronic address",
      "cbc:EndpointID",
      "ram:URIUniversalCommunication/ram:URIID",
    ),
    group(
      "BG-8",
      "Buyer postal address",
      ["cac:PostalAddress", "ram:PostalTradeAddress"],
      address("Buyer", ["BT-50", "BT-51", "BT-163", "BT-52", "BT-53", "BT-54", "BT-55"]),
    ),
    group(
      "BG-9",
      "Buyer contact",
      ["cac:Contact", "ram:DefinedTradeContact"],
      contact("Buyer", ["BT-56", "BT-57", "BT-58"]),
    ),
  ],
);

export const PAYEE: TermGroup = group(
  "BG-10",
  "Payee",
  [
    "cac:PayeeParty",
    "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:PayeeTradeParty",
  ],
  [
    text("BT-59", "Payee name", "cac:PartyName/cbc:Name", "ram:Name"),
    identifier(
      "BT-60",
      "Payee identifier",
      "cac:PartyIdentification/cbc:ID[@schemeID!=SEPA]",
      "ram:ID|ram:GlobalID",
    ),
    identifier(
      "BT-61",
      "Payee legal registration identifier",
      "cac:PartyLegalEntity/cbc:CompanyID",
      "ram:SpecifiedLegalOrganization/ram:ID",
    ),
  ],
);

export const TAX_REPRESENTATIVE: TermGroup = group(
  "BG-11",
  "Seller tax representative party",
  ["cac:TaxRepresentativeParty", `${AGREEMENT}/ram:SellerTaxRepresentativeTradeParty`],
  [
    text("BT-62", "Seller tax representative name", "cac:PartyName/cbc:Name", "ram:Name"),
    text("BT-63", "Seller tax representative VAT identifier", VAT_UBL, VAT_CII),
    group(
      "BG-12",
      "Seller tax representative postal address",
      ["cac:PostalAddress", "ram:PostalTradeAddress"],
      address("Tax representative", [
        "BT-64",
        "BT-65",
        "BT-164",
        "BT-66",
        "BT-67",
        "BT-68",
        "BT-69",
      ]),
    ),
  ],
);

const DELIVERY = "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery";

export const DELIVER_TO: readonly (Term | TermGroup)[] = [
  text(
    "BT-70",
    "Deliver to party name",
    "cac:DeliveryParty/cac:PartyName/cbc:Name",
    "ram:ShipToTradeParty/ram:Name",
  ),
  identifier(
    "BT-71",
    "Deliver to location identifier",
    "cac:DeliveryLocation/cbc:ID",
    "ram:ShipToTradeParty/ram:ID|ram:ShipToTradeParty/ram:GlobalID",
  ),
  {
    ...text(
      "BT-72",
      "Actual delivery date",
      "cbc:ActualDeliveryDate",
      "ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString",
    ),
    kind: "date",
  },
  group(
    "BG-15",
    "Deliver to address",
    ["cac:DeliveryLocation/cac:Address", "ram:ShipToTradeParty/ram:PostalTradeAddress"],
    address("Deliver to", ["BT-75", "BT-76", "BT-165", "BT-77", "BT-78", "BT-79", "BT-80"]),
  ),
];

/** Path of the group in CII, for the group of the delivery. */
export const DELIVERY_PATHS = ["cac:Delivery", DELIVERY] as const;
