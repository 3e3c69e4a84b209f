/** Returns pseudorandom numbers from 0 to 1, the same in every run (mulberry32). */
export function createRandom(seed = 7): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** Changes one element with text: removes, repeats, empties or spoils it. */
export function mutateElement(xml: string, random: () => number): string {
  const elements = [...xml.matchAll(/<([a-z]+:[A-Za-z]+)( [^>]*)?>([^<]*)<\/\1>/g)];
  const element = pick(elements, random);
  if (!element) return xml;
  const [all, name, attributes = "", text = ""] = element;
  const variants = [
    "",
    all + all,
    `<${name}></${name}>`,
    `<${name}${attributes}>XYZ</${name}>`,
    `<${name}>${text}</${name}>`,
    `<${name}${attributes}>${text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))}</${name}>`,
    `<${name}${attributes}>-${text}</${name}>`,
    `<${name}${attributes}>${text}.005</${name}>`,
  ];
  const variant = pick(variants, random) ?? "";
  return xml.slice(0, element.index) + variant + xml.slice(element.index + all.length);
}

/** Removes or repeats one group of elements. */
function mutateGroup(xml: string, random: () => number): string {
  const names = [...new Set(xml.match(/(?<=<)(?:cac|ram|rsm):[A-Za-z]+/g))];
  const name = pick(names, random) ?? "";
  const [group] = new RegExp(`<${name}>(?:(?!<${name}>)[^])*?</${name}>`).exec(xml) ?? [];
  return group === undefined ? xml : xml.replace(group, random() < 0.6 ? "" : group + group);
}

/** Countries with rules of their own, with a VAT identifier and one that breaks a rule. */
const COUNTRIES: readonly (readonly [country: string, ...vatIds: string[]])[] = [
  ["NO", "NO974760673MVA", "NO974760674MVA", "NO974760673"],
  ["DK", "DK16356706", "DK1635670"],
  ["IT", "IT12345670785", "IT1"],
  ["SE", "SE556036079301", "SE55603607930X", "SE5560360793"],
  ["GR", "EL094259216", "EL094259217", "GR094259216"],
  ["EL", "EL094259216"],
  ["IS", "IS12345"],
  ["NL", "NL123456789B01"],
  ["DE", "DE123456789"],
  ["FR", "FR40303265045"],
];

/** Identifiers by scheme: valid, then invalid. */
const IDENTIFIERS: readonly (readonly [scheme: string, ...ids: string[]])[] = [
  ["0088", "7300010000001", "7300010000002", "73A"],
  ["0192", "974760673", "974760674", "000000000", "97476067"],
  ["0184", "DK16356706", "16356706", "1635670A", "DK1635670"],
  ["0208", "0202239951", "0202239952", "020223995"],
  ["0201", "ABC123", "ABC12", "ABC12é"],
  ["0210", "RSSMRA85T10A562S", "12345678901", "RSSMRA85T10A562", "1234567890A"],
  ["9907", "RSSMRA85T10A562S", "RSSMRA85T1XA562S"],
  ["0211", "IT12345670785", "IT12345670786", "it1234567078", "FR1"],
  ["0007", "5560360793", "5560360794", "556036079", "55603607AB"],
  ["0151", "51824753556", "51824753557", "5182475355"],
  ["9933", "094259216", "094259217", "09425921X", "1"],
  ["0196", "1234567890"],
  ["0106", "12345678"],
  ["9999", "1"],
];

/** Values that rules of Peppol and of countries know, by element. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  PaymentMeansCode: "1 9 10 30 31 42 48 49 50 54 56 58 59 93 97".split(" "),
  PaymentID: ["71#123456789012345", "01#", "04#1234567890123456", "04#1", "73#", "75#1", "15#"],
  InvoiceTypeCode: "380 381 384 326 389 71 875 999".split(" "),
  CreditNoteTypeCode: "381 396 81 380 999".split(" "),
  ProfileID: ["urn:fdc:peppol.eu:2017:poacc:billing:02:1.0", "urn:fdc:peppol.eu:2017:x"],
  DocumentDescription: ["##M.AR.K##", "##INVOICE|URL##", "EINDAGI"],
  DueDate: ["2030-01-01", "2017-1-1", "2001-01-01"],
  StartDate: ["2001-01-01", "2030-01-01"],
  EndDate: ["2001-01-01", "2030-01-01"],
  AllowanceChargeReasonCode: ["ZZZ", "95", "FC", "1"],
  AllowanceChargeReason: ["1234", "a#b", "#ab", "12.5"],
  MultiplierFactorNumeric: ["10", "50", "0"],
  BaseQuantity: ["1", "0", "-1", "10"],
  TaxExemptionReasonCode:
    "VATEX-EU-G vatex-eu-o VATEX-EU-IC VATEX-EU-AE VATEX-EU-D VATEX-EU-F VATEX-EU-I VATEX-EU-J".split(
      " ",
    ),
  Percent: ["25", "12", "6", "7"],
  DescriptionCode: ["3", "35", "432", "5"],
  DocumentTypeCode: ["130", "50"],
  PayableAmount: ["-5.00", "0.00"],
  TaxAmount: ["-5.00", "0.00"],
  Note: [
    "#SKONTO#TAGE=14#PROZENT=2.00#\n",
    "#SKONTO#TAGE=14#PROZENT=2#\n",
    "#SKONTO#TAGE=14#PROZENT=2.00#",
    "a\n#b#c",
  ],
  Telephone: ["12", "+49 30 1"],
  ElectronicMail: ["a@b", "a@b.de", "@b.de", "a..b@c.de", "a@-b.de"],
  CompanyID: ["Foretaksregisteret", "Godkänd för F-skatt", "X", "5560360793", "556036079312"],
  ID: [
    "094259216|13/11/2017|5|1.1|a|b",
    "094259217|13/11/2017|-5|9|a|",
    "SE:PLUSGIRO",
    "SE:BANKGIRO",
    "12345678",
    "123456789012",
    "2017-12-13",
    "20171213",
    "400001234567890",
    "TAX",
    "vat",
    "S",
    "DE89370400440532013000",
    "DE89370400440532013001",
    "1",
  ],
};

function setCountry(
  xml: string,
  { party, country: [country = "", ...vatIds] }: { party: string; country: readonly string[] },
  random: () => number,
): string {
  return xml.replace(new RegExp(`<cac:${party}>[^]*?</cac:${party}>`), (text) =>
    text
      .replaceAll(/(<cbc:IdentificationCode[^>]*>)[^<]*/g, `$1${country}`)
      .replaceAll(
        /(<cac:PartyTaxScheme>\s*<cbc:CompanyID[^>]*>)[^<]*/g,
        `$1${pick(vatIds, random)}`,
      ),
  );
}

/** Elements of optional groups, each before the element that it is put in front of. */
const ADDITIONS: readonly (readonly [before: string, xml: string])[] = [
  [
    "cac:TaxTotal",
    `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReasonCode>FC</cbc:AllowanceChargeReasonCode>
    <cbc:AllowanceChargeReason>Freight</cbc:AllowanceChargeReason>
    <cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>
    <cbc:Amount currencyID="EUR">1.00</cbc:Amount><cbc:BaseAmount currencyID="EUR">10.00</cbc:BaseAmount>
    <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>25</cbc:Percent></cac:TaxCategory></cac:AllowanceCharge>`,
  ],
  [
    "cac:PaymentTerms",
    `<cac:PaymentMeans><cbc:PaymentMeansCode>59</cbc:PaymentMeansCode><cbc:PaymentID>71#1</cbc:PaymentID>
    <cac:PayeeFinancialAccount><cbc:ID>12345678</cbc:ID><cac:FinancialInstitutionBranch>
    <cbc:ID>SE:BANKGIRO</cbc:ID></cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount>
    <cac:PaymentMandate><cbc:ID>1</cbc:ID><cac:PayerFinancialAccount><cbc:ID>1</cbc:ID>
    </cac:PayerFinancialAccount></cac:PaymentMandate></cac:PaymentMeans>`,
  ],
  [
    "cac:AccountingSupplierParty",
    `<cac:AdditionalDocumentReference><cbc:ID>2030-01-01</cbc:ID>
    <cbc:DocumentTypeCode>50</cbc:DocumentTypeCode><cbc:DocumentDescription>EINDAGI</cbc:DocumentDescription>
    <cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="a"/>
    <cac:ExternalReference><cbc:URI>https://a.example</cbc:URI></cac:ExternalReference></cac:Attachment>
    </cac:AdditionalDocumentReference>`,
  ],
  [
    "cac:PaymentTerms",
    `<cac:Delivery><cac:DeliveryLocation><cac:Address><cbc:CityName>A</cbc:CityName>
    <cbc:PostalZone>1</cbc:PostalZone></cac:Address></cac:DeliveryLocation></cac:Delivery>`,
  ],
  [
    "cac:AccountingCustomerParty",
    `<cac:TaxRepresentativeParty><cac:PostalAddress><cbc:StreetName>A</cbc:StreetName>
    <cac:Country><cbc:IdentificationCode>NL</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    </cac:TaxRepresentativeParty>`,
  ],
  [
    "cac:OrderReference",
    "<cac:InvoicePeriod><cbc:StartDate>2017-12-01</cbc:StartDate><cbc:EndDate>2017-12-31</cbc:EndDate><cbc:DescriptionCode>5</cbc:DescriptionCode></cac:InvoicePeriod>",
  ],
  [
    "cac:Item",
    "<cac:InvoicePeriod><cbc:StartDate>2017-12-01</cbc:StartDate><cbc:EndDate>2017-12-31</cbc:EndDate></cac:InvoicePeriod>",
  ],
  [
    "cac:Item",
    "<cac:DocumentReference><cbc:ID>1</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:DocumentReference>",
  ],
  ["cac:Item", "<cac:OrderLineReference><cbc:LineID>1</cbc:LineID></cac:OrderLineReference>"],
  [
    "cac:ClassifiedTaxCategory",
    `<cac:CommodityClassification><cbc:ItemClassificationCode listID="TST" listVersionID="19.05.01">1</cbc:ItemClassificationCode></cac:CommodityClassification>`,
  ],
  [
    "/cac:Price",
    `<cbc:BaseQuantity unitCode="C62">2</cbc:BaseQuantity><cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">1</cbc:Amount><cbc:BaseAmount currencyID="EUR">5</cbc:BaseAmount></cac:AllowanceCharge>`,
  ],
  ["cbc:DocumentCurrencyCode", "<cbc:TaxCurrencyCode>SEK</cbc:TaxCurrencyCode>"],
  [
    "cac:LegalMonetaryTotal",
    `<cac:TaxTotal><cbc:TaxAmount currencyID="SEK">5.00</cbc:TaxAmount></cac:TaxTotal>`,
  ],
  ["cac:TaxScheme", "<cbc:TaxExemptionReasonCode>VATEX-EU-G</cbc:TaxExemptionReasonCode>"],
  [
    "cac:PartyLegalEntity",
    "<cac:PartyTaxScheme><cbc:CompanyID>Foretaksregisteret</cbc:CompanyID><cac:TaxScheme><cbc:ID>TAX</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>",
  ],
  [
    "/cac:Party",
    "<cac:Contact><cbc:Name>A</cbc:Name><cbc:Telephone>123</cbc:Telephone><cbc:ElectronicMail>a@b.de</cbc:ElectronicMail></cac:Contact>",
  ],
  [
    "cac:PaymentTerms",
    `<cac:CardAccount><cbc:PrimaryAccountNumberID>1</cbc:PrimaryAccountNumberID></cac:CardAccount>`,
  ],
];

function addGroup(xml: string, random: () => number): string {
  const [before = "", addition = ""] = pick(ADDITIONS, random) ?? [];
  const places = [...xml.matchAll(new RegExp(`<${before}>`, "g"))];
  const place = pick(places, random);
  if (!place) return xml;
  return xml.slice(0, place.index) + addition + xml.slice(place.index);
}

function setIdentifier(xml: string, random: () => number): string {
  const [scheme, ...ids] = pick(IDENTIFIERS, random) ?? [];
  const elements = [...xml.matchAll(/<cbc:(EndpointID|CompanyID|ID)[^>]*schemeID="[^>]*>[^<]*/g)];
  const element = pick(elements, random);
  if (!element) return xml;
  const [all, name] = element;
  const changed = `<cbc:${name} schemeID="${scheme}">${pick(ids, random)}`;
  return xml.slice(0, element.index) + changed + xml.slice(element.index + all.length);
}

function setValue(xml: string, random: () => number): string {
  const names = Object.keys(VALUES).filter((name) => xml.includes(`<cbc:${name}`));
  const name = pick(names, random) ?? "";
  const elements = [...xml.matchAll(new RegExp(`<cbc:${name}(?: [^>]*)?>[^<]*`, "g"))];
  const element = pick(elements, random);
  if (!element) return xml;
  const [all] = element;
  const changed = all.replace(/[^>]*$/, pick(VALUES[name] ?? [], random) ?? "");
  return xml.slice(0, element.index) + changed + xml.slice(element.index + all.length);
}

function changeAttribute(xml: string, random: () => number): string {
  const attributes = [
    ...xml.matchAll(
      / (schemeID|currencyID|unitCode|mimeCode|filename|listID|listVersionID)="[^"]*"/g,
    ),
  ];
  const attribute = pick(attributes, random);
  if (!attribute) return xml;
  const [all, name] = attribute;
  const changed =
    random() < 0.4 ? "" : ` ${name}="${pick(["XYZ", "TST", "USD", "26.0801"], random)}"`;
  return xml.slice(0, attribute.index) + changed + xml.slice(attribute.index + all.length);
}

const CATEGORIES = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M", "B", "X"];

/** Changes the VAT category of one place, or of all. */
function setCategory(xml: string, random: () => number): string {
  const pattern = /(?<=<(?:cbc:ID|ram:CategoryCode)(?: [^>]*)?>)(?:S|Z|E|AE|K|G|O|L|M)(?=<)/g;
  const category = pick(CATEGORIES, random) ?? "";
  if (random() < 0.3) return xml.replaceAll(pattern, category);
  const place = pick([...xml.matchAll(pattern)], random);
  if (!place) return xml;
  return xml.slice(0, place.index) + category + xml.slice(place.index + place[0].length);
}

const CHANGES: readonly ((xml: string, random: () => number) => string)[] = [
  mutateElement,
  mutateElement,
  mutateGroup,
  mutateGroup,
  addGroup,
  addGroup,
  setIdentifier,
  setValue,
  setValue,
  setValue,
  changeAttribute,
];

/** Changes one value, element, group or attribute, in either syntax. */
export function mutateOnce(xml: string, random: () => number): string {
  return (pick([...CHANGES, setCategory, setCategory], random) ?? mutateElement)(xml, random);
}

/** Changes countries of the parties of a UBL invoice, and up to four values that rules know. */
export function mutateForPeppol(xml: string, random: () => number): string {
  let mutant = xml;
  const country = pick(COUNTRIES, random) ?? [];
  const isForeign = random() < 0.3;
  const buyer = isForeign ? (pick(COUNTRIES, random) ?? []) : country;
  if (random() < 0.8) {
    mutant = setCountry(mutant, { party: "AccountingSupplierParty", country }, random);
    mutant = setCountry(mutant, { party: "AccountingCustomerParty", country: buyer }, random);
  }
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) {
    mutant = (pick(CHANGES, random) ?? mutateElement)(mutant, random);
  }
  return mutant;
}
