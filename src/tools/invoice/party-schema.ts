import { Type } from "typebox";
import { multiLine, singleLine, describeForClients } from "../../lib/schema.ts";
import { COUNTRIES, EAS_SCHEMES, ICD_SCHEMES } from "./einvoice/codes.ts";
import { toVatId } from "./einvoice/vat-id.ts";
import {
  checkedText,
  checkText,
  FILLED,
  NO_CONTROLS,
  plainText,
  shortText,
} from "./text-schema.ts";

const Name = singleLine(1, 200, {
  ...FILLED,
  ...NO_CONTROLS,
  ...describeForClients("Name of the person or company."),
});
const Address = Type.Optional(
  multiLine(0, 1000, {
    ...NO_CONTROLS,
    ...describeForClients("Postal address, one line per row."),
  }),
);

const Scheme = (isValid: (text: string) => boolean, message: string) =>
  singleLine(1, 4, {
    ...FILLED,
    ...NO_CONTROLS,
    ...checkText(isValid, message),
    ...describeForClients("Code of the scheme that the id belongs to."),
  });
const RegistrationScheme = Scheme(
  (text) => ICD_SCHEMES.has(text.trim()),
  "must be an ISO 6523 code, such as 0106",
);
const AddressScheme = Scheme(
  (text) => EAS_SCHEMES.has(text.trim().toUpperCase()),
  "must be a code of the EAS list, such as 0204 or EM",
);

const COUNTRY_RULE = "must be an ISO 3166 country code of two letters";
const Identifier = singleLine(1, 100, {
  ...FILLED,
  ...NO_CONTROLS,
  ...describeForClients("The id in this scheme."),
});

/** Members of a party that electronic invoices add to its name. */
const STRUCTURED = {
  contactName: shortText(100, "Person or department to contact."),
  street: shortText(100, "Street and number."),
  street2: plainText(100, "Second line of the street."),
  postalCode: plainText(20, "Postal code."),
  city: plainText(100, "City."),
  region: shortText(100, "State, province or canton."),
  countryCode: Type.Optional(
    Type.String({
      pattern: "^\\s*([A-Za-z]{2}|1[Aa])?\\s*$",
      "x-message": COUNTRY_RULE,
      "x-widget": "country",
      ...checkText((text) => COUNTRIES.has(text.trim().toUpperCase()), COUNTRY_RULE),
      description: "ISO 3166 code, such as DE.",
    }),
  ),
  vatId: checkedText(
    [40, "With its country prefix, such as DE123456789 (Greece: EL)."],
    (text) => toVatId(text) !== undefined,
    "must begin with its country's two letters, such as DE (Greece: EL)",
  ),
  registrationId: Type.Optional(
    Type.Union(
      [
        singleLine(0, 100, NO_CONTROLS),
        Type.Object({ scheme: RegistrationScheme, id: Identifier }),
      ],
      {
        description: "Company register number, as text or with its ISO 6523 scheme.",
      },
    ),
  ),
  electronicAddress: Type.Optional(
    Type.Object(
      { scheme: AddressScheme, id: Identifier },
      {
        description: "Where e-invoices arrive, with a scheme of the EAS list; default: the email.",
      },
    ),
  ),
};

const CONTACT = {
  name: Name,
  address: Address,
  email: plainText(254, "Email address."),
  phone: plainText(50, "Phone number."),
};

export const Seller = Type.Object(
  {
    ...CONTACT,
    website: plainText(500, "Website."),
    ...STRUCTURED,
    taxNumber: shortText(40, "National tax number, where there is no VAT ID."),
  },
  { "x-party": "sender", description: "Who sends the invoice." },
);

export const Buyer = Type.Object(
  { ...CONTACT, ...STRUCTURED },
  { "x-party": "client", description: "Who pays it." },
);
