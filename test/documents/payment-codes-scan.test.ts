import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import {
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  PDF417Reader,
  RGBLuminanceSource,
} from "@zxing/library";
import jsqr from "jsqr";
import type { Browser } from "playwright-core";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { type PngPixels, readPngPixels } from "#src/lib/graphics/png-pixels.js";
import { noBrowser, startBrowser } from "../support/browser.ts";
import { findSkipReason } from "../support/needs.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";
import { BUSINESS_CASES, type Request } from "./support/invoices.ts";

const { payments } = JSON.parse(
  readFileSync(join(root, "test", "cases", "invoice-world.json"), "utf8"),
) as { payments: { qr: string; request: Request; text: string }[] };

const COMPLETE = BUSINESS_CASES["two rates with a discount"] ?? {};
const OTHERS: { qr: string; request: Request; text?: string }[] = [
  { qr: "epc", request: { ...COMPLETE, payment: { iban: "DE89370400440532013000", qr: "epc" } } },
  {
    qr: "upi",
    request: { ...COMPLETE, currency: "INR", payment: { upiId: "studio@okbank", qr: "upi" } },
  },
];

type Decode = (picture: PngPixels) => string | Promise<string>;

const decodeByZxingCpp: Decode = async ({ pixels, width, height }) => {
  const data = new Uint8ClampedArray(pixels);
  const image = { data, width, height, colorSpace: "srgb" as const };
  const [found] = await readBarcodes(image, { tryHarder: true });
  if (!found) return "";
  return found.hasECI ? found.text : Buffer.from(found.bytes).toString();
};

/** jsQR leaves the bytes to the caller; those of UPN are ISO 8859-2. */
const decodeByJsqr: Decode = ({ pixels, width, height }) => {
  const bytes = Uint8Array.from(jsqr.default(pixels, width, height)?.binaryData ?? []);
  const encoding = Buffer.from(bytes).toString("latin1").startsWith("UPNQR")
    ? "iso-8859-2"
    : "utf8";
  return new TextDecoder(encoding).decode(bytes);
};

/** Decodes PDF417 by ZXing's port to JavaScript. */
const decodeByZxingJs: Decode = ({ pixels, width, height }) => {
  const gray = Uint8ClampedArray.from({ length: width * height }, (_, at) => pixels[at * 4] ?? 0);
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(gray, width, height)));
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.CHARACTER_SET, "UTF-8"],
    [DecodeHintType.TRY_HARDER, true],
  ]);
  return new PDF417Reader().decode(bitmap, hints).getText();
};

describe("payment codes on the page", { skip: noBrowser }, () => {
  let server: RunningServer;
  let browser: Browser;
  before(async () => {
    const file = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
    const wasmBinary = (await readFile(file)).buffer;
    prepareZXingModule({ overrides: { wasmBinary } });
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });

  async function post(request: Request, format: string): Promise<Response> {
    const response = await fetch(`${server.url}/api/invoice?format=${format}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    assert.equal(response.status, 200);
    return response;
  }

  async function photograph(request: Request): Promise<PngPixels> {
    const response = await post(request, "html");
    const viewport = { width: 375, height: 800 };
    const page = await browser.newPage({ viewport, deviceScaleFactor: 3 });
    await page.setContent(await response.text());
    const picture = await page.locator(".payment svg").screenshot();
    await page.close();
    return readPngPixels(picture);
  }

  for (const { qr, request, text } of [...payments, ...OTHERS]) {
    it(`two decoders read ${qr} from the page of a phone`, async () => {
      const picture = await photograph(request);
      const first = await decodeByZxingCpp(picture);
      assert.ok(first.length > 20, first);
      if (text !== undefined) assert.equal(first, text);
      const decode = qr === "hub3" ? decodeByZxingJs : decodeByJsqr;
      assert.equal(await decode(picture), first);
    });
  }

  it(
    "two decoders read hub3 from the PDF at 300 dpi",
    { skip: findSkipReason("pdftoppm -v") },
    async () => {
      const { request = {}, text = "" } = payments.find(({ qr }) => qr === "hub3") ?? {};
      const response = await post(request, "pdf");
      const input = Buffer.from(await response.arrayBuffer());
      const words = ["-r", "300", "-png", "-singlefile", "-"];
      const { stdout } = spawnSync("pdftoppm", words, { input, maxBuffer: 2 ** 28 });
      const picture = readPngPixels(stdout);
      assert.equal(await decodeByZxingCpp(picture), text);
      assert.equal(await decodeByZxingJs(picture), text);
    },
  );
});
