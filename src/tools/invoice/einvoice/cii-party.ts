import type { Party, PostalAddress } from "./einvoice-model.ts";
import { toElement, toGroup, toIdentifier } from "./xml.ts";

/** Returns the element of a seller or buyer. */
export function toCiiParty(name: string, party: Party) {
  const { contact } = party;
  return toGroup(
    name,
    toElement("ram:ID", party.id),
    toElement("ram:Name", party.name),
    toGroup("ram:SpecifiedLegalOrganization", toIdentifier("ram:ID", party.registration)),
    toGroup(
      "ram:DefinedTradeContact",
      toElement("ram:PersonName", contact.name),
      toGroup(
        "ram:TelephoneUniversalCommunication",
        toElement("ram:CompleteNumber", contact.phone),
      ),
      toGroup("ram:EmailURIUniversalCommunication", toElement("ram:URIID", contact.email)),
    ),
    toCiiAddress(party.address),
    toGroup("ram:URIUniversalCommunication", toIdentifier("ram:URIID", party.electronicAddress)),
    toGroup("ram:SpecifiedTaxRegistration", toElement("ram:ID", party.vatId, { schemeID: "VA" })),
    toGroup(
      "ram:SpecifiedTaxRegistration",
      toElement("ram:ID", party.taxNumber, { schemeID: "FC" }),
    ),
  );
}

export function toCiiAddress(address: PostalAddress) {
  return toGroup(
    "ram:PostalTradeAddress",
    toElement("ram:PostcodeCode", address.postalCode),
    toElement("ram:LineOne", address.line1),
    toElement("ram:LineTwo", address.line2),
    toElement("ram:LineThree", address.line3),
    toElement("ram:CityName", address.city),
    toElement("ram:CountryID", address.country),
    toElement("ram:CountrySubDivisionName", address.region),
  );
}
