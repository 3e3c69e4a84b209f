import { escapeXml } from "../../lib/text/xml.ts";
/**
 * A schema of properties that PDF/A does not define, described by its extension mechanism (ISO
 * 19005-3, 6.6.2.3).
 */
export interface XmpSchema {
  /** Display name, such as "Factur-X PDFA Extension Schema". */
  schema: string;
  /** Namespace URI, ending with `#` or `/`. */
  namespace: string;
  prefix: string;
  properties: readonly XmpProperty[];
}

/** One property of an extension schema, and its value in this document. */
interface XmpProperty {
  name: string;
  value: string;
  /** An XMP value type. Default: `Text`. */
  type?: string;
  category?: "external" | "internal";
  description: string;
}

/** The metadata of a document. `date` is an instant in ISO 8601; absent: it has none. */
interface XmpFacts {
  title: string;
  author?: string | undefined;
  subject?: string | undefined;
  language: string;
  date?: string | undefined;
  creator: string;
  producer: string;
  schemas: readonly XmpSchema[];
}

/** PDF/A does not define `pdfuaid`, so it needs an extension schema. */
const PDF_UA: XmpSchema = {
  schema: "PDF/UA identification schema",
  namespace: "http://www.aiim.org/pdfua/ns/id/",
  prefix: "pdfuaid",
  properties: [
    {
      name: "part",
      value: "1",
      type: "Integer",
      category: "internal",
      description: "Part of ISO 14289 that the document conforms to",
    },
  ],
};

/** Returns the metadata of a PDF/A-3a and PDF/UA-1 document as an XMP packet. */
export function formatXmpPacket(facts: XmpFacts): string {
  const schemas = [PDF_UA, ...facts.schemas];
  return `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
${formatCoreProperties(facts)}
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>A</pdfaid:conformance>
</rdf:Description>
${schemas.map(formatValues).join("\n")}
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag>
${schemas.map(describeSchema).join("\n")}
</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

function formatCoreProperties(facts: XmpFacts): string {
  const { title, author, subject, language, date, creator, producer } = facts;
  const lines = [
    "<dc:format>application/pdf</dc:format>",
    `<dc:title>${formatAlternatives(title)}</dc:title>`,
    `<dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>`,
    ...(date === undefined
      ? []
      : [`<xmp:CreateDate>${date}</xmp:CreateDate>`, `<xmp:ModifyDate>${date}</xmp:ModifyDate>`]),
    `<xmp:CreatorTool>${escapeXml(creator)}</xmp:CreatorTool>`,
    `<pdf:Producer>${escapeXml(producer)}</pdf:Producer>`,
  ];
  if (author) {
    lines.push(`<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`);
  }
  if (subject) lines.push(`<dc:description>${formatAlternatives(subject)}</dc:description>`);
  return lines.join("\n");
}

function formatAlternatives(value: string): string {
  return `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(value)}</rdf:li></rdf:Alt>`;
}

function formatValues({ prefix, namespace, properties }: XmpSchema): string {
  const values = properties.map(
    ({ name, value }) => `<${prefix}:${name}>${escapeXml(value)}</${prefix}:${name}>`,
  );
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${escapeXml(namespace)}">${values.join("")}</rdf:Description>`;
}

function describeSchema({ schema, namespace, prefix, properties }: XmpSchema): string {
  return `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${escapeXml(schema)}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${escapeXml(namespace)}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${properties.map(describeProperty).join("")}</rdf:Seq></pdfaSchema:property>
</rdf:li>`;
}

function describeProperty({ name, type, category, description }: XmpProperty): string {
  return `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type ?? "Text"}</pdfaProperty:valueType><pdfaProperty:category>${category ?? "external"}</pdfaProperty:category><pdfaProperty:description>${escapeXml(description)}</pdfaProperty:description></rdf:li>`;
}
