import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { deflateSync } from "node:zlib";
import { EXAMPLE } from "#src/tools/einvoice-read/example.js";
import type { Report } from "#src/tools/einvoice-read/task.js";
import { createCaller } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { RULES, withoutRules } from "./support/rules.ts";

const PATH = "/api/v1/einvoice-read";
const received = join(RULES, "received");

let server: RunningServer;
before(async () => (server = await startServer({ TRUST_PROXY: "1" })));
after(() => server.stop());

function send(body: string | Buffer<ArrayBuffer>, type = "application/xml", query = "") {
  const headers = { "content-type": type, ...createCaller() };
  return fetch(`${server.url}${PATH}${query}`, { method: "POST", headers, body });
}

async function read(body: string | Buffer<ArrayBuffer>, type?: string, query?: string) {
  const response = await send(body, type, query);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as Report;
}

async function getError(body: string | Buffer<ArrayBuffer>, type?: string, query?: string) {
  const response = await send(body, type, query);
  const { error } = (await response.json()) as { error: string };
  return `${response.status} ${error}`;
}

/** Writes a PDF with one attached file, whose data is encoded as the filters say. */
function writePdf(
  name: string,
  content: Buffer,
  { data, filters }: { data: Buffer; filters: string } = {
    data: deflateSync(content),
    filters: "/FlateDecode",
  },
): Buffer<ArrayBuffer> {
  const stream = `<< /Type /EmbeddedFile /Filter ${filters} /Length ${data.length} >>\nstream\n`;
  const objects = [
    Buffer.from("<< /Type /Catalog /Names << /EmbeddedFiles << /Names [(a) 2 0 R] >> >> >>"),
    Buffer.from(`<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 3 0 R >> >>`),
    Buffer.concat([Buffer.from(stream), data, Buffer.from("\nendstream")]),
  ].map((object, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]),
  );
  // Without a table of objects, which are then searched for.
  return Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    ...objects,
    Buffer.from("trailer << /Root 1 0 R >>\n%%EOF\n"),
  ]);
}

/** Writes a PDF whose files all end with its last one, so that the first has the others in it. */
function writeSharedFiles(): Buffer<ArrayBuffer> {
  const numbers = Array.from({ length: 100 }, (_, index) => index + 100);
  const names = numbers.map((number) => `(a) << /F (a) /EF << /F ${number} 0 R >> >>`).join(" ");
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj << /Names << /EmbeddedFiles << /Names [${names}] >> >> >> endobj\n`,
    ),
    Buffer.from(numbers.map((number) => `${number} 0 obj << >>\nstream\n`).join("")),
    Buffer.alloc(9 * 1024 * 1024, " "),
    Buffer.from("endstream endobj trailer << /Root 1 0 R >>\n"),
  ]);
}

/** Encodes groups of four bytes, of which the last has fewer. */
function toAscii85(bytes: Buffer): Buffer {
  const groups = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, index) => {
    const part = bytes.subarray(index * 4, index * 4 + 4);
    let value = Buffer.concat([part, Buffer.alloc(4)]).readUInt32BE();
    const digits = [];
    for (let digit = 0; digit < 5; digit++) {
      digits.unshift(String.fromCharCode((value % 85) + 33));
      value = Math.floor(value / 85);
    }
    return digits.join("").slice(0, part.length + 1);
  });
  return Buffer.from(`${groups.join("\n")}~>`);
}

describe("POST /api/v1/einvoice-read", () => {
  it("an invoice that keeps the rules is valid, with its stated and computed totals", async () => {
    const report = await read(EXAMPLE);
    const { container, syntax, type, typeCode, profile, specification, version } = report;
    assert.deepEqual(
      { container, syntax, type, typeCode, profile, specification, version },
      {
        container: "xml",
        syntax: "ubl",
        type: "invoice",
        typeCode: "380",
        profile: "en16931",
        specification: "urn:cen.eu:en16931:2017",
        version: null,
      },
    );
    assert.deepEqual([report.valid, report.messages], [true, []]);
    assert.deepEqual(report.rules, [{ set: "en16931", version: "1.3.16" }]);
    assert.deepEqual(report.totals.stated, report.totals.computed);
    assert.equal(report.totals.stated.total, 238);
  });

  it("a broken rule has its text, terms and the place of one element", async () => {
    const wrong = EXAMPLE.replace(">200.00</cbc:LineExt", ">201.00</cbc:LineExt");
    const report = await read(wrong);
    assert.equal(report.valid, false);
    assert.deepEqual(report.totals.differences, ["lines"]);
    const message = report.messages.find(({ rule }) => rule === "BR-CO-10");
    assert.ok(message);
    const { text, ...rest } = message;
    assert.match(text, /^Sum of Invoice line net amount \(BT-106\) = /);
    assert.deepEqual(rest, {
      rule: "BR-CO-10",
      severity: "fatal",
      location: "/ubl:Invoice/cac:LegalMonetaryTotal",
      line: wrong.split("\n").findIndex((line) => line.includes("<cac:LegalMonetaryTotal>")) + 1,
      terms: ["BT-106", "BT-131"],
      source: "en16931",
    });
  });

  it("what breaks the schema is one fatal message for each element, with its place", async () => {
    const wrong = EXAMPLE.replace("IssueDate>2026-03-02", "IssueDate>2 March")
      .replace('currencyID="EUR">38', 'xmlns:e="urn:e" e:id="1">38')
      .replace("<cac:Price>", "<cbc:Extra/>$&");
    const { messages, valid } = await read(wrong);
    assert.equal(valid, false);
    const violations = messages.filter(({ rule }) => rule === "SCHEMA");
    assert.deepEqual(
      violations.map(({ source, severity, location, line }) => [source, severity, location, line]),
      [
        ["schema", "fatal", "/ubl:Invoice/cbc:IssueDate", 7],
        ["schema", "fatal", "/ubl:Invoice/cac:TaxTotal/cbc:TaxAmount", 37],
        ["schema", "fatal", "/ubl:Invoice/cac:InvoiceLine/cbc:Extra", 66],
      ],
    );
    const [date, amount, extra] = violations.map(({ text }) => text);
    assert.match(extra ?? "", /^Element 'cbc:Extra': This element is not expected\. Expected is /);
    assert.match(date ?? "", /^Element 'cbc:IssueDate': '2 March' is not a valid value/);
    assert.match(amount ?? "", /attribute '\{urn:e\}id' is not allowed.* 'currencyID' is required/);
  });

  it("a day may have spaces around it, a wrong one not", async () => {
    const padded = EXAMPLE.replace(">2026-03-02<", ">\n  2026-03-02\n<");
    const { valid, invoice } = await read(padded);
    assert.deepEqual([valid, invoice?.["issueDate"]], [true, "2026-03-02"]);
    assert.equal((await read(padded.replace("2026-03-02", "2026-02-30"))).valid, false);
  });

  it("the place of an element in a namespace with an apostrophe names that namespace", async () => {
    const odd = EXAMPLE.replace("<cac:TaxTotal>", `<o:a xmlns:o="urn:o'x"/>$&`);
    assert.deepEqual(
      (await read(odd)).messages.map(({ location }) => location),
      [`/ubl:Invoice/*[local-name()='a' and namespace-uri()="urn:o'x"]`],
    );
  });

  it("the same bytes have the same report as raw XML, base64, data URL and text", async () => {
    const base64 = Buffer.from(EXAMPLE).toString("base64");
    const bodies = [
      { file: base64 },
      { file: `data:application/xml;base64,${base64}` },
      { xml: EXAMPLE },
    ];
    const expected = await read(EXAMPLE, "text/xml; charset=utf-8");
    for (const body of bodies) {
      assert.deepEqual(await read(JSON.stringify(body), "application/json"), expected);
    }
  });

  it("neither or both of file and xml are 422 in one sentence, as problem details at a member", async () => {
    for (const body of [{}, { xml: EXAMPLE, file: "" }]) {
      const error = await getError(JSON.stringify(body), "application/json");
      assert.equal(error, "422 file or xml is required");
    }
    const response = await fetch(`${server.url}${PATH}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/problem+json",
        ...createCaller(),
      },
      body: "{}",
    });
    const { errors } = (await response.json()) as { errors: object[] };
    assert.deepEqual(errors, [{ pointer: "#/file", detail: "file or xml is required" }]);
  });

  it("every encoding that a declaration may name is read", async () => {
    const encodings = [
      ["ISO-8859-1", "latin1"],
      ["ISO-8859-15", "latin1"],
      ["windows-1252", "latin1"],
      ["US-ASCII", "latin1"],
    ] as const;
    const invoice = EXAMPLE.replace("Consulting", "Café");
    for (const [name, encoding] of encodings) {
      const text = name === "US-ASCII" ? EXAMPLE : invoice;
      const declared = text.replace('encoding="UTF-8"', `encoding="${name}"`);
      assert.equal((await read(Buffer.from(declared, encoding), "text/xml")).valid, true, name);
    }
    const euro = Buffer.from(invoice.replace("UTF-8", "windows-1252"), "latin1");
    euro[euro.indexOf("Caf") + 3] = 0x80;
    assert.match(JSON.stringify((await read(euro)).invoice), /"Caf€"/);
    const utf16 = Buffer.from(`\uFEFF${invoice.replace("UTF-8", "UTF-16")}`, "utf16le");
    assert.equal((await read(utf16)).valid, true);
    assert.equal((await read(Buffer.from(utf16).swap16())).valid, true);
    const unknown = EXAMPLE.replace("UTF-8", "EBCDIC");
    assert.match(await getError(unknown), /^422 file has an unknown encoding/);
  });

  it("a text of 700,000 CDATA sections is read before the deadline", async () => {
    const note = `<cbc:Note>${"<![CDATA[x]]>".repeat(700_000)}</cbc:Note>`;
    const invoice = EXAMPLE.replace("<cbc:DocumentCurrencyCode>", `${note}$&`);
    assert.equal((await read(invoice)).valid, true);
  });

  it("a chosen profile is judged in addition to the claimed one", async () => {
    const report = await read(EXAMPLE, "application/xml", "?profile=xrechnung");
    assert.deepEqual(
      report.rules.map(({ set }) => set),
      ["en16931", "xrechnung"],
    );
    assert.ok(report.messages.some(({ rule }) => rule === "BR-DE-15"));
    assert.equal(report.valid, false);
  });

  it("an invoice that claims Peppol is judged by its rules, in our words", async () => {
    const peppol = EXAMPLE.replace(
      "urn:cen.eu:en16931:2017",
      "$&#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
    );
    const { valid, profile, version, rules, messages } = await read(peppol);
    assert.deepEqual([valid, profile, version], [false, "peppol", "3.0"]);
    assert.deepEqual(rules.at(-1), { set: "peppol", version: "3.0" });
    const message = messages.find(({ rule }) => rule === "PEPPOL-EN16931-R003");
    assert.deepEqual(message, {
      rule: "PEPPOL-EN16931-R003",
      severity: "fatal",
      text: "The buyer reference (BT-10) or the purchase order reference (BT-13) is missing.",
      location: "/ubl:Invoice",
      line: 2,
      terms: ["BT-10", "BT-13"],
      source: "peppol",
    });
    assert.ok(messages.some(({ rule }) => rule === "PEPPOL-EN16931-R020"));
  });

  it("an invoice in a profile without shipped rules is not judged", async () => {
    const other = EXAMPLE.replace("urn:cen.eu:en16931:2017", "urn:example:other");
    const { valid, profile, rules, messages } = await read(other);
    assert.deepEqual([valid, profile, rules], [null, "other", []]);
    assert.deepEqual(
      messages.map(({ rule, source }) => [rule, source]),
      [["SUNDRY-NOT-JUDGED", "sundry"]],
    );
  });

  it("a PDF without a table of objects still yields its invoice, byte for byte", async () => {
    const pdf = writePdf("anything.xml", Buffer.from(EXAMPLE));
    assert.equal((await read(pdf, "application/pdf")).container, "pdf");
    const xml = await send(pdf, "application/pdf", "?format=xml");
    assert.equal(await xml.text(), EXAMPLE);
  });

  it("files of a PDF in ASCII85 and hexadecimal digits are read byte for byte", async () => {
    const bytes = Buffer.from(EXAMPLE);
    const hex = Buffer.from(`${bytes.toString("hex").replaceAll(/.{60}/g, "$&\n")}>`);
    for (const [filters, data] of [
      ["/ASCII85Decode", toAscii85(bytes)],
      ["/ASCIIHexDecode", hex],
      ["[ /AHx /FlateDecode ]", Buffer.from(`${deflateSync(bytes).toString("hex")}>`)],
    ] as const) {
      const pdf = writePdf("factur-x.xml", bytes, { filters, data });
      const xml = await send(pdf, "application/pdf", "?format=xml");
      assert.deepEqual(Buffer.from(await xml.arrayBuffer()), bytes, filters);
    }
  });

  it("an attachment of BG-24 is listed with its hash and sent as a download", async () => {
    const data = Buffer.from("hours\n");
    const reference = `<cac:AdditionalDocumentReference><cbc:ID>T-1</cbc:ID>
      <cbc:DocumentDescription>Timesheet</cbc:DocumentDescription><cac:Attachment>
      <cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="../time.csv">${data.toString("base64")}</cbc:EmbeddedDocumentBinaryObject>
      </cac:Attachment></cac:AdditionalDocumentReference>`;
    const invoice = EXAMPLE.replace("<cac:AccountingSupplierParty>", `${reference}$&`);
    const { attachments } = await read(invoice);
    const sha256 = createHash("sha256").update(data).digest("hex");
    assert.deepEqual(attachments, [
      {
        n: 0,
        name: "../time.csv",
        type: "text/csv",
        bytes: 6,
        sha256,
        description: "Timesheet",
      },
    ]);
    const file = await send(invoice, "application/xml", "?format=attachment&n=0");
    assert.equal(file.headers.get("content-type"), "application/octet-stream");
    assert.match(file.headers.get("content-disposition") ?? "", /^attachment; filename="[^/]+csv"/);
    assert.equal(file.headers.get("cache-control"), "no-store");
    assert.equal(await file.text(), "hours\n");
    assert.match(
      await getError(invoice, "application/xml", "?format=attachment&n=1"),
      /^404 The document has no attachment 1/,
    );
  });
});

/** Files that are not invoices, or hostile, with the error for each. */
const REFUSED: Record<string, [body: string | Buffer<ArrayBuffer>, error: RegExp]> = {
  "plain text": ["hello", /^file is not XML or PDF$/],
  "an order": ["<Order/>", /^file is not an invoice: its root element is Order$/],
  "an open element": ["<a>\n<b></a>", /^file is not well-formed XML: line 2: /],
  "entities that multiply": [
    `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>`,
    /^file must not contain a DOCTYPE$/,
  ],
  "an external entity": [
    `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><a>&a;</a>`,
    /^file must not contain a DOCTYPE$/,
  ],
  "a DOCTYPE of 9 MiB after a comment": [
    `<?xml version="1.0"?><!-- a --><!DOCTYPE a [${"<!ENTITY a 'b'>".repeat(600_000)}]><a/>`,
    /^file must not contain a DOCTYPE$/,
  ],
  "an undefined entity": ["<a>&b;</a>", /^file is not well-formed XML: line 1: /],
  "101 levels": [
    "<a>".repeat(101) + "</a>".repeat(101),
    /^file is nested deeper than 100 elements$/,
  ],
  "200,001 elements": [`<a>${"<b/>".repeat(200_000)}</a>`, /^file has more than 200000 elements$/],
  "1,001 comments in a text": [
    `<a>${"b<!---->".repeat(1001)}b</a>`,
    /^file has more than 1000 comments inside texts$/,
  ],
  "65 attributes": [
    `<a ${Array.from({ length: 65 }, (_, index) => `a${index}="" `).join("")}/>`,
    /^file has an element with more than 64 attributes$/,
  ],
  "900,000 attributes": [
    `<a ${Array.from({ length: 900_000 }, (_, index) => `a${index}=""`).join(" ")}/>`,
    /^file has an element with more than 64 attributes$/,
  ],
  "a long name": [`<${"a".repeat(300)}/>`, /^file has a name of more than 256 characters$/],
  "a PDF without objects": [Buffer.from("%PDF-1.7\n%%EOF"), /^file is a damaged PDF$/],
  "a PDF with another file": [
    writePdf("secret.txt", Buffer.from("secret")),
    /^file is a PDF without an electronic invoice$/,
  ],
  "a PDF whose file is 36 MiB of zeros in ASCII85": [
    writePdf("factur-x.xml", Buffer.alloc(0), {
      data: Buffer.alloc(9 * 1024 * 1024, "z"),
      filters: "/ASCII85Decode",
    }),
    /^file is a damaged PDF$/,
  ],
  "a PDF with 700,000 trailers": [
    Buffer.from(`%PDF-1.7\n${"trailer <</A [".repeat(700_000)}`),
    /^file is a damaged PDF$/,
  ],
  "a PDF whose invoice ends early": [
    writePdf("factur-x.xml", Buffer.alloc(0), {
      data: Buffer.from("no zlib"),
      filters: "/FlateDecode",
    }),
    /^file is a damaged PDF$/,
  ],
  "a PDF with 100 files that share 9 MiB": [writeSharedFiles(), /^file is a damaged PDF$/],
  "an encrypted PDF whose catalog is encrypted": [
    Buffer.from(
      "%PDF-1.7\n1 0 obj << /Type /XRef /Encrypt 2 0 R /Length 0 >>\nstream\n\nendstream endobj",
    ),
    /^file is an encrypted PDF: save it without a password$/,
  ],
  "a PDF whose file inflates to 64 MiB": [
    writePdf("factur-x.xml", Buffer.alloc(64 * 1024 * 1024, " ")),
    /^file is a damaged PDF$/,
  ],
};

describe("files that are refused", () => {
  for (const [name, [body, error]] of Object.entries(REFUSED)) {
    it(`${name}: 422 with the reason`, async () => {
      const text = await getError(body, typeof body === "string" ? undefined : "application/pdf");
      assert.match(text.replace(/^422 /, ""), error);
      assert.match(text, /^422 /);
    });
  }

  it("a file of more than 10 MiB and rules of Peppol for CII are 422", async () => {
    const large = Buffer.alloc(10 * 1024 * 1024 + 1, "<a/>");
    assert.equal(await getError(large), "422 file must be at most 10 MiB");
    const cii = `<r:CrossIndustryInvoice xmlns:r="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>`;
    const query = "?profile=peppol";
    assert.equal(await getError(cii, "application/xml", query), "422 profile peppol is for UBL");
  });
});

describe("invoices of other programs", { skip: withoutRules }, () => {
  const EXPECTED = {
    "EN16931_2_Teilrechnung.cii.xml": ["cii", "en16931", true],
    "Facture_FR_BASICWL.pdf": ["cii", "factur-x-basicwl", null],
    "XRECHNUNG_Einfach.ubl.xml": ["ubl", "xrechnung", true],
    "ZUGFeRD_1p0_COMFORT_Haftpflichtversicherung_Versicherungssteuer.pdf": [
      "cii",
      "zugferd1",
      null,
    ],
    "testout-ZF2PushAllowances.xml": ["cii", "en16931", true],
    "zugferd_2p1_EN16931_2_Teilrechnung.pdf": ["cii", "factur-x-en16931", true],
  } as const;

  for (const [file, expected] of Object.entries(EXPECTED)) {
    it(`${file} is recognized and judged`, async () => {
      const bytes = readFileSync(join(received, file));
      const type = file.endsWith(".pdf") ? "application/pdf" : "application/xml";
      const { syntax, profile, valid, totals } = await read(bytes, type);
      assert.deepEqual([syntax, profile, valid], expected);
      assert.deepEqual(totals.differences, []);
      if (type === "application/xml") return;
      const xml = Buffer.from(await (await send(bytes, type, "?format=xml")).arrayBuffer());
      assert.ok(listAttachments(join(received, file)).some((other) => other.equals(xml)));
    });
  }
});

/** Returns the attachments of a PDF as qpdf extracts them. */
function listAttachments(file: string): Buffer[] {
  const run = (...words: string[]) => execFileSync("qpdf", [...words, file]);
  const names =
    run("--list-attachments")
      .toString()
      .match(/^.*(?= -> )/gm) ?? [];
  return names.map((name) => run(`--show-attachment=${name}`));
}
