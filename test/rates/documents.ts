import { crc32, deflateRawSync } from "node:zlib";

/** Rates by currency. */
export type Rates = Record<string, string>;

/** Creates a document in the form of the ECB's `eurofxref-daily.xml`. */
export function createDailyXml(day: string, rates: Rates): string {
  return toXml({ [day]: rates });
}

/**
 * Creates a document in the form of the ECB's `eurofxref-hist-90d.xml`, with the days in the given
 * order.
 */
export function toXml(days: Record<string, Rates>): string {
  const cubes = Object.entries(days).map(([day, rates]) => {
    const entries = Object.entries(rates).map(
      ([code, rate]) => `\t\t\t<Cube currency="${code}" rate="${rate}"/>`,
    );
    return `\t\t<Cube time="${day}">\n${entries.join("\n")}\n\t\t</Cube>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
${cubes.join("\n")}
\t</Cube>
</gesmes:Envelope>
`;
}

/** Creates a ZIP archive; short files are stored, others deflated. */
export function createZip(files: Record<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const isStored = content.length < 100;
    const packed = isStored ? content : deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const made = Buffer.from("PK\x01\x02\x14\0");
    entries.push(Buffer.concat([made, common, tail, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
