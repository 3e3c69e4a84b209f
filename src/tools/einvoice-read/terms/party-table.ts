import { AGREEMENT, DELIVERY, SETTLEMENT } from "./document-table.ts";

/** Terms of the parties and the delivery. The notation is that of `parseTerms`. */
export const PARTY_TERMS = `
BG-4 Seller
  cac:AccountingSupplierParty/cac:Party  ${AGREEMENT}/ram:SellerTradeParty
  BT-27 text Seller name
    cac:PartyLegalEntity/cbc:RegistrationName  ram:Name
  BT-28 text Seller trading name
    cac:PartyName/cbc:Name  ram:SpecifiedLegalOrganization/ram:TradingBusinessName
  BT-29 text Seller identifier
    cac:PartyIdentification/cbc:ID[@schemeID!=SEPA]  ram:ID|ram:GlobalID
    @schemeID BT-29-1 Scheme identifier
  BT-30 text Seller legal registration identifier
    cac:PartyLegalEntity/cbc:CompanyID  ram:SpecifiedLegalOrganization/ram:ID
    @schemeID BT-30-1 Scheme identifier
  BT-31 text Seller VAT identifier
    cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=VAT]/cbc:CompanyID
    ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]
  BT-32 text Seller tax registration identifier
    cac:PartyTaxScheme[cac:TaxScheme/cbc:ID!=VAT]/cbc:CompanyID
    ram:SpecifiedTaxRegistration/ram:ID[@schemeID!=VA]
  BT-33 text Seller additional legal information
    cac:PartyLegalEntity/cbc:CompanyLegalForm  ram:Description
  BT-34 text Seller electronic address
    cbc:EndpointID  ram:URIUniversalCommunication/ram:URIID
    @schemeID BT-34-1 Scheme identifier
  BG-5 Seller postal address
    cac:PostalAddress  ram:PostalTradeAddress
    BT-35 text Seller address line 1
      cbc:StreetName  ram:LineOne
    BT-36 text Seller address line 2
      cbc:AdditionalStreetName  ram:LineTwo
    BT-162 text Seller address line 3
      cac:AddressLine/cbc:Line  ram:LineThree
    BT-37 text Seller city
      cbc:CityName  ram:CityName
    BT-38 text Seller post code
      cbc:PostalZone  ram:PostcodeCode
    BT-39 text Seller country subdivision
      cbc:CountrySubentity  ram:CountrySubDivisionName
    BT-40 code Seller country code
      cac:Country/cbc:IdentificationCode  ram:CountryID
  BG-6 Seller contact
    cac:Contact  ram:DefinedTradeContact
    BT-41 text Seller contact point
      cbc:Name  ram:PersonName|ram:DepartmentName
    BT-42 text Seller contact telephone number
      cbc:Telephone  ram:TelephoneUniversalCommunication/ram:CompleteNumber
    BT-43 text Seller contact email address
      cbc:ElectronicMail  ram:EmailURIUniversalCommunication/ram:URIID
BG-7 Buyer
  cac:AccountingCustomerParty/cac:Party  ${AGREEMENT}/ram:BuyerTradeParty
  BT-44 text Buyer name
    cac:PartyLegalEntity/cbc:RegistrationName  ram:Name
  BT-45 text Buyer trading name
    cac:PartyName/cbc:Name  ram:SpecifiedLegalOrganization/ram:TradingBusinessName
  BT-46 text Buyer identifier
    cac:PartyIdentification/cbc:ID  ram:ID|ram:GlobalID
    @schemeID BT-46-1 Scheme identifier
  BT-47 text Buyer legal registration identifier
    cac:PartyLegalEntity/cbc:CompanyID  ram:SpecifiedLegalOrganization/ram:ID
    @schemeID BT-47-1 Scheme identifier
  BT-48 text Buyer VAT identifier
    cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=VAT]/cbc:CompanyID
    ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]
  BT-49 text Buyer electronic address
    cbc:EndpointID  ram:URIUniversalCommunication/ram:URIID
    @schemeID BT-49-1 Scheme identifier
  BG-8 Buyer postal address
    cac:PostalAddress  ram:PostalTradeAddress
    BT-50 text Buyer address line 1
      cbc:StreetName  ram:LineOne
    BT-51 text Buyer address line 2
      cbc:AdditionalStreetName  ram:LineTwo
    BT-163 text Buyer address line 3
      cac:AddressLine/cbc:Line  ram:LineThree
    BT-52 text Buyer city
      cbc:CityName  ram:CityName
    BT-53 text Buyer post code
      cbc:PostalZone  ram:PostcodeCode
    BT-54 text Buyer country subdivision
      cbc:CountrySubentity  ram:CountrySubDivisionName
    BT-55 code Buyer country code
      cac:Country/cbc:IdentificationCode  ram:CountryID
  BG-9 Buyer contact
    cac:Contact  ram:DefinedTradeContact
    BT-56 text Buyer contact point
      cbc:Name  ram:PersonName|ram:DepartmentName
    BT-57 text Buyer contact telephone number
      cbc:Telephone  ram:TelephoneUniversalCommunication/ram:CompleteNumber
    BT-58 text Buyer contact email address
      cbc:ElectronicMail  ram:EmailURIUniversalCommunication/ram:URIID
BG-10 Payee
  cac:PayeeParty  ${SETTLEMENT}/ram:PayeeTradeParty
  BT-59 text Payee name
    cac:PartyName/cbc:Name  ram:Name
  BT-60 text Payee identifier
    cac:PartyIdentification/cbc:ID[@schemeID!=SEPA]  ram:ID|ram:GlobalID
    @schemeID BT-60-1 Scheme identifier
  BT-61 text Payee legal registration identifier
    cac:PartyLegalEntity/cbc:CompanyID  ram:SpecifiedLegalOrganization/ram:ID
    @schemeID BT-61-1 Scheme identifier
BG-11 Seller tax representative party
  cac:TaxRepresentativeParty  ${AGREEMENT}/ram:SellerTaxRepresentativeTradeParty
  BT-62 text Seller tax representative name
    cac:PartyName/cbc:Name  ram:Name
  BT-63 text Seller tax representative VAT identifier
    cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=VAT]/cbc:CompanyID
    ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]
  BG-12 Seller tax representative postal address
    cac:PostalAddress  ram:PostalTradeAddress
    BT-64 text Tax representative address line 1
      cbc:StreetName  ram:LineOne
    BT-65 text Tax representative address line 2
      cbc:AdditionalStreetName  ram:LineTwo
    BT-164 text Tax representative address line 3
      cac:AddressLine/cbc:Line  ram:LineThree
    BT-66 text Tax representative city
      cbc:CityName  ram:CityName
    BT-67 text Tax representative post code
      cbc:PostalZone  ram:PostcodeCode
    BT-68 text Tax representative country subdivision
      cbc:CountrySubentity  ram:CountrySubDivisionName
    BT-69 code Tax representative country code
      cac:Country/cbc:IdentificationCode  ram:CountryID
BG-13 Delivery information
  cac:Delivery  ${DELIVERY}
  BT-70 text Deliver to party name
    cac:DeliveryParty/cac:PartyName/cbc:Name  ram:ShipToTradeParty/ram:Name
  BT-71 text Deliver to location identifier
    cac:DeliveryLocation/cbc:ID  ram:ShipToTradeParty/ram:ID|ram:ShipToTradeParty/ram:GlobalID
    @schemeID BT-71-1 Scheme identifier
  BT-72 date Actual delivery date
    cbc:ActualDeliveryDate
    ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString
  BG-15 Deliver to address
    cac:DeliveryLocation/cac:Address  ram:ShipToTradeParty/ram:PostalTradeAddress
    BT-75 text Deliver to address line 1
      cbc:StreetName  ram:LineOne
    BT-76 text Deliver to address line 2
      cbc:AdditionalStreetName  ram:LineTwo
    BT-165 text Deliver to address line 3
      cac:AddressLine/cbc:Line  ram:LineThree
    BT-77 text Deliver to city
      cbc:CityName  ram:CityName
    BT-78 text Deliver to post code
      cbc:PostalZone  ram:PostcodeCode
    BT-79 text Deliver to country subdivision
      cbc:CountrySubentity  ram:CountrySubDivisionName
    BT-80 code Deliver to country code
      cac:Country/cbc:IdentificationCode  ram:CountryID
`;
