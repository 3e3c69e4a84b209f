import { openFont } from "../../lib/graphics/fonts.ts";
import { type DecodedImage, createOrientedMatrix } from "../images/decoded-image.ts";
import { type Chunk, EMOJI_EMS, PLACEHOLDER_EMS } from "../text/chunk.ts";
import { formatNumber, formatColor, encodeUtf16 } from "../writer/syntax.ts";
import type { Box, Shape } from "../../lib/graphics/shape.ts";
import {
  createRoundedBox,
  formatBox,
  formatGrid,
  formatShape,
  type GridPlacement,
  type GridRects,
} from "./shapes.ts";
import type { Resources } from "./resources.ts";
import type { StructureElement, StructureTree } from "./structure.ts";
import { canContinue, type OpenRun } from "./open-run.ts";
import { TextRun } from "./text-run.ts";

/** Kinds of content that is not part of the text (ISO 32000-1, 14.8.2.2). */
export type Artifact = "Layout" | "Header" | "Footer" | "Background";

const ARTIFACTS: Record<Artifact, string> = {
  Layout: "/Artifact<</Type/Layout>>BDC",
  Background: "/Artifact<</Type/Layout>>BDC",
  Header: "/Artifact<</Type/Pagination/Subtype/Header/Attached[/Top]>>BDC",
  Footer: "/Artifact<</Type/Pagination/Subtype/Footer/Attached[/Bottom]>>BDC",
};

/** Slant of synthetic italics: the tangent of Inter's own angle. */
const SLANT = 0.165;

/** Stroke width of synthetic bold, in ems. */
const EMBOLDEN_EMS = 0.028;

/** The page's identity and the parts of the document that it writes to. */
interface CanvasSetup {
  height: number;
  key: number;
  id: number;
  tree: StructureTree;
  resources: Resources;
}

/** Writes the content of one page. All content belongs to a structure element or is an artifact. */
export class Canvas {
  readonly #setup: CanvasSetup;
  readonly #operators: string[] = [];
  #marked: StructureElement | Artifact | undefined;
  /** Set while a header or footer is drawn, because it is not part of the structure. */
  #band: Artifact | undefined;
  #isInText = false;
  #run: OpenRun | undefined;
  #fill = 0;
  usesTransparency = false;

  constructor(setup: CanvasSetup) {
    this.#setup = setup;
  }

  get id(): number {
    return this.#setup.id;
  }

  get height(): number {
    return this.#setup.height;
  }

  /** Marks all content until the next call as an artifact of this kind. */
  setBand(band: Artifact | undefined): void {
    this.#band = band;
  }

  /** True while content cannot be part of the structure. */
  get isArtifact(): boolean {
    return this.#band !== undefined;
  }

  /** Begins the content of an element, or an artifact. Does nothing if it is already open. */
  mark(wanted: StructureElement | Artifact): void {
    const owner = this.#band ?? wanted;
    if (this.#marked === owner) return;
    this.#closeMark();
    this.#marked = owner;
    if (typeof owner === "string") this.#operators.push(ARTIFACTS[owner]);
    else {
      const mcid = this.#setup.tree.mark(owner, this.#setup);
      this.#operators.push(`/${owner.tag}<</MCID ${mcid}>>BDC`);
    }
  }

  #closeMark(): void {
    this.#closeText();
    if (this.#marked !== undefined) this.#operators.push("EMC");
    this.#marked = undefined;
  }

  #closeText(): void {
    this.#closeRun();
    if (this.#isInText) this.#operators.push("ET");
    this.#isInText = false;
  }

  #closeRun(): void {
    if (this.#run) {
      const { before, run, after } = this.#run;
      this.#operators.push(`${before}${run.finish()}${after}`);
    }
    this.#run = undefined;
  }

  /** Draws a chunk of a line with its baseline at `y`. */
  showChunk(chunk: Chunk<unknown>, x: number, y: number): void {
    if (chunk.kind !== "text") this.#showPicture(chunk, x, y);
    else if (chunk.shaped.glyphs.length > 0) this.#showText(chunk, x, y);
  }

  #showText(chunk: Chunk<unknown>, x: number, y: number): void {
    const { style, font, slanted, emboldened } = chunk;
    const baseline = this.#setup.height - y + style.rise;
    const { color } = style;
    if (!this.#run || !canContinue(this.#run, chunk, { x, baseline })) {
      this.#closeRun();
      if (!this.#isInText) this.#operators.push("BT");
      this.#isInText = true;
      const embedded = this.#setup.resources.addFont(font);
      const run = new TextRun(x, {
        font: embedded,
        size: style.size,
        letterSpacing: style.letterSpacing,
      });
      const matrix = `1 0 ${slanted ? formatNumber(SLANT) : "0"} 1 ${formatNumber(x)} ${formatNumber(baseline)} Tm\n`;
      const spacing = style.letterSpacing === 0 ? "" : `${formatNumber(style.letterSpacing)} Tc\n`;
      const bold = emboldened
        ? `2 Tr ${formatNumber(style.size * EMBOLDEN_EMS)} w ${formatColor(color)} RG\n`
        : "";
      const before = `${embedded.resource} ${formatNumber(style.size)} Tf\n${this.#fillOperator(color)}${matrix}${spacing}${bold}`;
      const after = `${spacing && "0 Tc\n"}${bold && "0 Tr\n"}`;
      this.#run = { chunk, baseline, end: x, run, before, after };
    }
    this.#run.run.add(chunk.shaped, x);
    this.#run.end = x + chunk.width;
  }

  #fillOperator(color: number): string {
    if (color === this.#fill) return "";
    this.#fill = color;
    return `${formatColor(color)} rg\n`;
  }

  /**
   * Draws an emoji or a placeholder with an invisible space, so that it can be selected and copied.
   */
  #showPicture(chunk: Chunk<unknown>, x: number, y: number): void {
    this.#closeText();
    const { size, color } = chunk.style;
    const baseline = this.#setup.height - y + chunk.style.rise;
    const font = openFont("inter-regular");
    const embedded = this.#setup.resources.addFont(font);
    const { code, width } = embedded.addGlyph(font.glyph(0x20) ?? 0, " ");
    const stretch = (chunk.width / ((width * size) / 1000)) * 100;
    const space = `BT 3 Tr ${formatNumber(stretch)} Tz ${embedded.resource} ${formatNumber(size)} Tf 1 0 0 1 ${formatNumber(x)} ${formatNumber(baseline)} Tm (${code}) Tj 0 Tr 100 Tz ET\n`;
    const drawn =
      chunk.kind === "emoji"
        ? this.#formatEmoji(chunk, x, baseline)
        : `q ${formatNumber(size / 20)} w ${formatColor(color)} RG ${formatNumber(x + size * 0.08)} ${formatNumber(baseline)} ${formatNumber(size * (PLACEHOLDER_EMS - 0.16))} ${formatNumber(size * 0.72)} re S Q\n`;
    this.#operators.push(
      `/Span<</ActualText<feff${encodeUtf16(chunk.text)}>>>BDC\n${space}${drawn}EMC`,
    );
  }

  #formatEmoji({ shaped, style, font }: Chunk<unknown>, x: number, baseline: number): string {
    // Glyphs of Twemoji are as high as an em from descent to ascent, and are centered in the chunk.
    const scale = style.size / 1000;
    let pen = x + ((EMOJI_EMS - shaped.width) * style.size) / 2;
    return shaped.glyphs
      .map(({ glyph, advance }) => {
        const form = this.#setup.resources.addEmoji(font, glyph);
        if (font.layers(glyph).some(({ alpha }) => alpha < 1)) this.usesTransparency = true;
        const drawn = `q ${formatNumber(scale)} 0 0 ${formatNumber(scale)} ${formatNumber(pen)} ${formatNumber(baseline)} cm ${form} Do Q\n`;
        pen += advance * style.size;
        return drawn;
      })
      .join("");
  }

  /** Fills a rectangle, rounded if `radius` is given. */
  fillBox(box: Box, color: number, radius = 0): void {
    if (radius > 0) {
      this.drawShapes([{ path: createRoundedBox(box, radius), fill: color }]);
      return;
    }
    this.#closeText();
    this.#operators.push(formatBox(box, color, this.#setup.height));
  }

  /** Draws shapes moved by `at` and scaled. */
  drawShapes(
    shapes: readonly Shape[],
    { x, y, scale }: { x: number; y: number; scale?: number } = { x: 0, y: 0 },
  ): void {
    this.#closeText();
    const transform = { x, y, scale, pageHeight: this.#setup.height };
    for (const shape of shapes)
      this.#operators.push(formatShape(shape, transform, this.#setOpacity(shape.opacity)));
  }

  /** Fills rectangles of a grid, such as the modules of a code. */
  fillGrid(
    rects: GridRects,
    placement: GridPlacement,
    { color, opacity }: { color: number; opacity: number },
  ): void {
    this.#closeText();
    const paint = { color, pageHeight: this.#setup.height, state: this.#setOpacity(opacity) };
    this.#operators.push(formatGrid(rects, placement, paint));
  }

  #setOpacity(opacity = 1): string {
    if (opacity >= 1) return "";
    this.usesTransparency = true;
    return `${this.#setup.resources.addOpacity(opacity)} gs `;
  }

  drawImage(image: DecodedImage, { x, y, width, height }: Box): void {
    this.#closeText();
    if (image.hasAlpha) this.usesTransparency = true;
    const resource = this.#setup.resources.addImage(image);
    const bottom = this.#setup.height - y - height;
    const matrix = createOrientedMatrix(image.orientation, { x, y: bottom, width, height });
    this.#operators.push(`q ${matrix.map(formatNumber).join(" ")} cm ${resource} Do Q`);
  }

  /** Returns the page's content. */
  finish(): Buffer {
    this.#closeMark();
    return Buffer.from(this.#operators.join("\n"), "latin1");
  }
}
