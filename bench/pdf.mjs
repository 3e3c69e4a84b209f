// PDF documents: our engine beside Chromium's print of the same table and pdfkit with the same
// fonts. They take turns in each round, so that a busy machine slows all of them alike. CPU time,
// because it is the cost of a server.
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import PDFKit from "pdfkit";
import { chromium } from "playwright-core";
import { PAGE_SIZES } from "../dist/pdf/document.js";
import { renderPdf } from "../dist/pdf/render.js";
import makeTask from "../dist/tools/pdf/make-task.js";
import { chromiumArguments, chromiumPath } from "../scripts/test/chromium.mjs";
import { computeMedian, spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const ROUNDS = 15;
const MARGIN = 62;

/**
 * Targets: the minimum ratio of a peer's time to ours, and maximum milliseconds of the other
 * measurements.
 */
const TARGETS = { ratio: 10, items100: 15, markdown: 80, first: 400 };

function createItems(count) {
  return Array.from({ length: count }, (_, index) => [
    `Item ${index + 1}: design and development, including travel and meetings`,
    String(index + 1),
    (95 + index / 4).toFixed(2),
    ((index + 1) * (95 + index / 4)).toFixed(2),
  ]);
}

/** Realistic texts: prose, tables, lists and code. */
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/guides/fees.md",
  "docs/guides/deploy.md",
  "docs/guides/mcp.md",
  "docs/guides/clients.md",
  "docs/guides/barcode.md",
  "docs/guides/currency.md",
  "docs/guides/webhooks.md",
];

const HEAD = ["Description", "Quantity", "Rate", "Amount"];
const PARTIES = [
  "Studio Lindqvist\nTorstraße 48\n10119 Berlin",
  "Harbour & Pine Ltd\n12 Quay Street\nBristol",
];

function createCells(row) {
  return { cells: row.map((content) => ({ content })) };
}

function createOurDocument(rows) {
  const margin = { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN };
  return {
    title: "Invoice 2026-014",
    language: "en",
    date: "2026-03-02T00:00:00Z",
    page: { ...PAGE_SIZES.A4, margin },
    footer: {
      offset: 30,
      blocks: [
        {
          type: "paragraph",
          align: "center",
          text: [{ field: "page" }, " / ", { field: "pages" }],
        },
      ],
    },
    body: [
      {
        type: "heading",
        level: 1,
        text: "Invoice 2026-014",
        style: { size: 22, weight: 700 },
        after: 12,
      },
      {
        type: "columns",
        gap: 20,
        after: 14,
        columns: PARTIES.map((text) => ({ blocks: [{ type: "paragraph", text }] })),
      },
      {
        type: "table",
        columns: [
          { width: { share: 1 } },
          { align: "right" },
          { align: "right" },
          { align: "right" },
        ],
        head: [createCells(HEAD)],
        rows: rows.map(createCells),
        padding: { x: 6, y: 4 },
        rules: { head: { width: 1, color: 0 }, rows: { width: 0.5, color: 0xdd_dd_dd } },
      },
    ],
  };
}

function createHtmlRow(tag, texts) {
  return `<tr>${texts.map((cell) => `<${tag}>${cell.replace("&", "&amp;")}</${tag}>`).join("")}</tr>`;
}

function createHtml(rows) {
  return `<!doctype html><html lang="en"><title>Invoice</title><style>@page{size:A4;margin:22mm}body{font:10pt/1.5 Inter,sans-serif}table{width:100%;border-collapse:collapse}td,th{padding:4px 6px;text-align:right;border-bottom:.5px solid #ddd}td:first-child,th:first-child{text-align:left}tr{break-inside:avoid}.p{display:flex;white-space:pre-line}.p div{flex:1}</style><h1>Invoice 2026-014</h1><div class="p">${PARTIES.map((text) => `<div>${text.replace("&", "&amp;")}</div>`).join("")}</div><table><thead>${createHtmlRow("th", HEAD)}</thead><tbody>${rows.map((texts) => createHtmlRow("td", texts)).join("")}</tbody></table>`;
}

const fonts = Object.fromEntries(
  ["regular", "bold"].map((weight) => [
    weight,
    brotliDecompressSync(readFileSync(new URL(`../fonts/inter-${weight}.ttf.br`, import.meta.url))),
  ]),
);

function drawWithPdfkit(rows) {
  const document = new PDFKit({
    size: "A4",
    margin: MARGIN,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    subset: "PDF/A-3a",
  });
  document.registerFont("regular", fonts.regular);
  document.registerFont("bold", fonts.bold);
  document.font("bold").fontSize(22).text("Invoice 2026-014").fontSize(10).font("regular");
  for (const text of PARTIES) document.text(text);
  document.table({ columnStyles: ["*", 60, 60, 70], data: [HEAD, ...rows] });
  const done = new Promise((resolve) => document.on("end", resolve));
  document.resume();
  document.end();
  return done;
}

async function measureCpu(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function measureElapsed(work) {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

const failed = [];
function report(title, value, holds) {
  console.log(`  ${title}: ${value}${holds === undefined ? "" : holds ? " (holds)" : " (MISSED)"}`);
  if (holds === false) failed.push(title);
}

async function compare(count, page) {
  const rows = createItems(count);
  const document = createOurDocument(rows);
  const source = createHtml(rows);
  const times = { ours: [], pdfkit: [], chromium: [] };
  for (let round = -3; round < ROUNDS; round++) {
    const one = {
      ours: await measureCpu(() => renderPdf(document)),
      pdfkit: await measureCpu(() => drawWithPdfkit(rows)),
      // Measures by the clock, because Chromium works in other processes.
      chromium: await measureElapsed(async () => {
        await page?.setContent(source);
        await page?.pdf({ tagged: true, preferCSSPageSize: true });
      }),
    };
    if (round >= 0) for (const [name, time] of Object.entries(one)) times[name].push(time);
  }
  console.log(`${count} items, milliseconds`);
  const isMain = count === 12;
  report(
    "ours",
    spread(times.ours),
    count === 100 ? computeMedian(times.ours) <= TARGETS.items100 : undefined,
  );
  for (const peer of page ? ["pdfkit", "chromium"] : ["pdfkit"]) {
    const ratio = computeMedian(times[peer].map((time, round) => time / times.ours[round]));
    report(
      `${peer} ${spread(times[peer])}, times ours`,
      ratio.toFixed(1),
      isMain ? ratio >= TARGETS.ratio : undefined,
    );
  }
}

async function createMarkdown() {
  const text = DOCUMENTS.map((name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8"))
    .join("\n\n")
    .slice(0, 70_000);
  const request = {
    markdown: text,
    language: "en",
    pageSize: "A4",
    margin: 22,
    fontSize: 10,
    header: "",
    footer: "{page} / {pages}",
    date: "2026-03-02",
    tableOfContents: false,
    coverPage: false,
    images: {},
    attachments: [],
  };
  const times = [];
  const cpuTimes = [];
  let pages = 0;
  for (let round = -3; round < ROUNDS; round++) {
    const work = () => ({ pages } = makeTask(request));
    let cpuTime = 0;
    const time = await measureElapsed(async () => {
      cpuTime = await measureCpu(work);
    });
    if (round < 0) continue;
    times.push(time);
    cpuTimes.push(cpuTime);
  }
  console.log(`Markdown, ${Math.round(text.length / 1000)} kB, ${pages} pages, milliseconds`);
  report("ours", spread(times), computeMedian(times) <= TARGETS.markdown);
  report("  of CPU", spread(cpuTimes));
}

async function measureFirstAfterStart() {
  const times = [];
  for (let round = 0; round < 5; round++) {
    const product = await start();
    times.push(
      await measureElapsed(async () => {
        const response = await fetch(`${product.url}/api/v1/pdf`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ markdown: "# Hello\n\nThe first document." }),
        });
        await response.arrayBuffer();
      }),
    );
    product.stop();
  }
  console.log("First document after a start, milliseconds");
  report("over HTTP", spread(times), computeMedian(times) <= TARGETS.first);
}

const browser =
  chromiumPath &&
  (await chromium.launch({ executablePath: chromiumPath, args: chromiumArguments }));
const page = await browser?.newPage();
for (const count of [1, 12, 100]) await compare(count, page);
await browser?.close();
await createMarkdown();
await measureFirstAfterStart();
if (failed.length > 0) process.exitCode = 1;
