// Peers that draw code images: takumi (Rust) and a running browser. Both render one idiomatic tree
// of boxes and texts from the same spans, font and measures.
import { existsSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { prepareHighlight } from "../../dist/tools/code-image/highlight/highlight.js";
import { loadTheme } from "../../dist/tools/code-image/highlight/themes.js";

const FACES = [
  { file: "regular", weight: 400, style: "normal" },
  { file: "italic", weight: 400, style: "italic" },
  { file: "bold", weight: 700, style: "normal" },
];
const BUTTONS = ["#ff5f57", "#febc2e", "#28c840"];

function fontBytes({ file }) {
  const path = new URL(`../../fonts/jetbrains-mono-${file}.ttf.br`, import.meta.url);
  return brotliDecompressSync(readFileSync(path));
}

function box(style, children = []) {
  return { type: "container", style: { display: "flex", ...style }, children };
}

function words(text, style) {
  return { type: "text", text, style: { whiteSpace: "pre", ...style } };
}

function formatHex(color) {
  return `#${color.toString(16).padStart(6, "0")}`;
}

/** Returns the picture as boxes and texts. Highlighting is part of drawing on every side. */
async function createTree({ code, language, theme: name, fontSize, padding }) {
  const theme = await loadTheme(name);
  const highlight = await prepareHighlight(code.replace(/\n$/, ""), language, theme);
  const backdrop =
    theme.backdrop.length === 1
      ? { backgroundColor: formatHex(theme.backdrop[0]) }
      : { backgroundImage: `linear-gradient(140deg, ${theme.backdrop.map(formatHex).join(", ")})` };
  const rows = Array.from(highlight(), (spans, index) =>
    box({ height: `${fontSize * 1.5}px` }, [
      words(`${String(index + 1).padStart(2)}  `, { color: formatHex(theme.lineNumber) }),
      ...spans.map(({ text, style }) =>
        words(text, {
          color: formatHex(style.color),
          fontStyle: style.italic ? "italic" : "normal",
          fontWeight: style.bold ? 700 : 400,
        }),
      ),
    ]),
  );
  const window = box(
    {
      position: "relative",
      flexDirection: "column",
      flexGrow: 1,
      padding: "46px 20px 20px",
      fontFamily: "JetBrains Mono",
      fontSize: `${fontSize}px`,
      lineHeight: 1.5,
      backgroundColor: formatHex(theme.window),
      borderRadius: "10px",
      boxShadow: `0 ${padding * 0.2}px ${padding * 0.6}px rgba(0, 0, 0, 0.5)`,
    },
    [...BUTTONS.map(button), ...rows],
  );
  return box({ width: "100%", height: "100%", padding: `${padding}px`, ...backdrop }, [window]);
}

function button(backgroundColor, index) {
  const place = { position: "absolute", left: `${16 + index * 20}px`, top: "16px" };
  return box({ ...place, width: "12px", height: "12px", borderRadius: "6px", backgroundColor });
}

/** Draws with takumi: a picture of `width` × `height` device pixels. */
export async function renderWithTakumi() {
  const { Renderer } = await import("@takumi-rs/core");
  const renderer = new Renderer();
  for (const face of FACES) {
    const { weight, style } = face;
    await renderer.registerFont({ name: "JetBrains Mono", data: fontBytes(face), weight, style });
  }
  const draw = async (picture, { width, height }) =>
    renderer.render(await createTree(picture), { width, height, devicePixelRatio: picture.scale });
  return { draw, close: () => {} };
}

/** Draws with a warm headless Chromium; returns undefined when none is installed. */
export async function renderWithChromium() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) return undefined;
  const { chromium: launcher } = await import("playwright-core");
  const browser = await launcher.launch({ executablePath, args: ["--no-sandbox"] });
  const context = await browser.newContext({ deviceScaleFactor: 2 });
  const page = await context.newPage();
  const faces = FACES.map((face) => {
    const source = `url(data:font/ttf;base64,${fontBytes(face).toString("base64")})`;
    return `@font-face { font-family: "JetBrains Mono"; font-weight: ${face.weight}; font-style: ${face.style}; src: ${source} }`;
  });
  await page.setContent(
    `<!doctype html><style>${faces.join("")} * { box-sizing: border-box } html, body { height: 100%; margin: 0 }</style>`,
  );
  let shown = "";
  const draw = async (picture, { width, height }) => {
    const pixels = (length) => Math.ceil(length / picture.scale);
    const size = { width: pixels(width), height: pixels(height) };
    if (shown !== `${width} ${height}`) await page.setViewportSize(size);
    shown = `${width} ${height}`;
    await page.evaluate(
      async (html) => {
        document.body.innerHTML = html;
        await document.fonts.ready;
      },
      createHtml(await createTree(picture)),
    );
    return page.screenshot({ type: "png" });
  };
  return { draw, close: () => browser.close() };
}

function createHtml({ style, text, children = [] }) {
  const css = Object.entries(style).map(
    ([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`,
  );
  const inside = text === undefined ? children.map(createHtml).join("") : escape(text);
  return `<div style='${css.join(";")}'>${inside}</div>`;
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
