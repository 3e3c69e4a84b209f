import { Type } from "typebox";
import { singleLine, multiLine } from "../../lib/schema.ts";
import { FILLED, NO_CONTROLS, shortText } from "./text-schema.ts";

const Name = singleLine(1, 200, { ...FILLED, ...NO_CONTROLS });
const Address = Type.Optional(multiLine(0, 1000, NO_CONTROLS));

const Scheme = singleLine(1, 4, { ...FILLED, ...NO_CONTROLS });
const Identifier = singleLine(1, 100, { ...FILLED, ...NO_CONTROLS });

/** What an electronic invoice says about a party beside its name. */
const STRUCTURED = {
  contactName: shortText(100, "Person or department to contact."),
  street: shortText(100, "Street and number."),
  street2: shortText(100),
  postalCode: shortText(20),
  city: shortText(100),
  region: shortText(100, "State, province or canton."),
  countryCode: Type.Optional(
    Type.String({
      pattern: "^\\s*([A-Za-z]{2}|1[Aa])?\\s*$",
      "x-message": "must be an ISO 3166 country code of two letters",
      description: "ISO 3166 code, such as DE.",
    }),
  ),
  vatId: shortText(40, "With its country prefix, such as DE123456789 (Greece: EL)."),
  registrationId: Type.Optional(
    Type.Union([singleLine(0, 100, NO_CONTROLS), Type.Object({ scheme: Scheme, id: Identifier })], {
      description: "Company register number, as text or with its ISO 6523 scheme.",
    }),
  ),
  electronicAddress: Type.Optional(
    Type.Object(
      { scheme: Scheme, id: Identifier },
      {
        description: "Where e-invoices arrive, with a scheme of the EAS list; default: the email.",
      },
    ),
  ),
};

const CONTACT = {
  name: Name,
  address: Address,
  email: Type.Optional(singleLine(0, 254, NO_CONTROLS)),
  phone: Type.Optional(singleLine(0, 50, NO_CONTROLS)),
};

/** Who sends the invoice. */
export const Seller = Type.Object(
  {
    ...CONTACT,
    website: Type.Optional(singleLine(0, 500, NO_CONTROLS)),
    ...STRUCTURED,
    taxNumber: shortText(40, "National tax number, where there is no VAT ID."),
  },
  { description: "Who sends the invoice." },
);

/** Who pays it. */
export const Buyer = Type.Object({ ...CONTACT, ...STRUCTURED }, { description: "Who pays it." });
