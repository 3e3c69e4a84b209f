import { defineTool } from "../define.ts";
import { checkSepaBic, checkSepaIban, checkTimes, formatContent } from "./content/content.ts";
import { parseLogo } from "./logo.ts";
import { createQrCode, encodeInput } from "./qr.ts";
import { checkSingleSize } from "./dimensions.ts";
import { parseQrColors } from "./colors.ts";
import { createQrReply } from "./reply.ts";
import { QrInput, QrOutput } from "./schema.ts";
import { isStyled } from "./style/styled-code.ts";

export default defineTool({
  name: "qr",
  title: "QR code",
  summary: "A text, Wi-Fi network, contact, event or payment as a QR code, in SVG or PNG.",
  group: "images",
  keywords: [
    "barcode",
    "matrix code",
    "png",
    "svg",
    "wifi",
    "vcard",
    "contact",
    "event",
    "payment",
    "girocode",
    "logo",
  ],
  path: "/api/v1/qr",
  methods: ["POST", "GET"],
  costlyReply: {
    name: "qr-styled",
    perMinute: 120,
    description: "with a logo, shapes or a gradient",
    includes: isStyled,
  },
  input: QrInput,
  output: QrOutput,
  example: { text: "https://example.com", format: "svg" },
  media: ["image/svg+xml", "image/png", "text/plain", "application/json"],
  headers: {
    "X-QR-Symbol":
      "The symbol and how full it is: version=3; level=M; modules=29; used=42; capacity=2331; unit=bytes.",
    "X-QR-Warnings":
      "What may keep some readers from reading the code: low-contrast, inverted, small-modules, no-quiet-zone, unreadable.",
  },
  warnings: {
    "low-contrast": "Low contrast: some readers cannot read this. Use a darker foreground.",
    inverted: "Light on dark: some readers cannot read inverted codes.",
    "small-modules": "The modules are under 2 pixels wide. Increase the width.",
    "no-quiet-zone": "The margin is under 2 modules. Most readers need 4.",
    unreadable: "No reader could read this. Use a smaller logo, square modules or more contrast.",
  },
  kit: "qr",
  resources: ["tasks", "barcodeReader"],
  rules: [
    { members: ["content"], check: ({ content }) => void (content && formatContent(content)) },
    {
      members: ["content.type", "content.allDay", "content.start", "content.end"],
      check: ({ content }) => checkTimes(content),
    },
    {
      members: ["content.type", "content.standard", "content.iban"],
      check: ({ content }) => checkSepaIban(content),
    },
    {
      members: ["content.type", "content.standard", "content.bic"],
      check: ({ content }) => checkSepaBic(content),
    },
    { members: ["logo"], check: ({ logo }) => void parseLogo(logo) },
    {
      members: ["darkColor", "lightColor", "gradientColor"],
      check: (input) => void parseQrColors(input),
    },
    {
      members: ["text", "content", "errorCorrectionLevel", "logo"],
      check: (input) => void encodeInput(input),
    },
    { members: ["width", "moduleMm"], check: checkSingleSize },
  ],
  run: createQrCode,
  reply: createQrReply,
});
