import type { OpenFont } from "../../lib/graphics/fonts.ts";
import { EmbeddedFont } from "../fonts/embedded-font.ts";
import type { DecodedImage } from "../images/decoded-image.ts";
import type { PdfFile } from "../writer/file.ts";
import { formatNumber, formatReference, formatColor } from "../writer/syntax.ts";

/** Units per em of the forms that draw emoji. */
const FORM_UNITS = 1000;

/** Fonts, images, emoji and opacities of a document. All pages share one resource dictionary. */
export class Resources {
  readonly #file: PdfFile;
  readonly #fonts = new Map<string, EmbeddedFont>();
  readonly #emoji = new Map<string, string>();
  readonly #images = new Map<DecodedImage, string>();
  readonly #opacities = new Map<number, string>();
  readonly #objects = new Map<string, number>();
  readonly id: number;

  constructor(file: PdfFile) {
    this.#file = file;
    this.id = file.reserve();
  }

  /** Returns the embedded font of a font, which is added once. */
  addFont(font: OpenFont): EmbeddedFont {
    const name = this.#fonts.get(font.name);
    if (name) return name;
    const embedded = new EmbeddedFont(font, `/F${this.#fonts.size + 1}`, this.#file.reserve());
    this.#fonts.set(font.name, embedded);
    return embedded;
  }

  /** Returns the name of an image's resource, which is added once. */
  addImage(image: DecodedImage): string {
    const name = this.#images.get(image);
    if (name) return name;
    const resource = this.#addObject("/I", image.write(this.#file));
    this.#images.set(image, resource);
    return resource;
  }

  /** Returns the graphics state that fills and strokes with an opacity of 0 to 1. */
  addOpacity(opacity: number): string {
    const name = this.#opacities.get(opacity) ?? `/G${this.#opacities.size + 1}`;
    this.#opacities.set(opacity, name);
    return name;
  }

  /**
   * Returns a form that draws a glyph in color from its outlines, 1000 units per em: glyphs of
   * embedded fonts have no colors.
   */
  addEmoji(font: OpenFont, glyph: number): string {
    const key = `${font.name} ${glyph}`;
    const name = this.#emoji.get(key);
    if (name) return name;
    const content = Buffer.from(this.#drawEmoji(font, glyph), "latin1");
    // Has separate resources, because a form in the dictionary that it uses would contain itself.
    const alphas = new Set(font.layers(glyph).map(({ alpha }) => alpha));
    alphas.delete(1);
    const states = formatDictionary(
      "/ExtGState",
      [...alphas].map((alpha) => this.#formatOpacity(alpha)),
    );
    const form = `/Type/XObject/Subtype/Form/BBox[-500 -500 2000 1500]/Resources<<${states}>>`;
    const resource = this.#addObject("/E", this.#file.addStream(form, content));
    this.#emoji.set(key, resource);
    return resource;
  }

  #drawEmoji(font: OpenFont, glyph: number): string {
    const layers = font.layers(glyph);
    const drawn = layers.length > 0 ? layers : [{ glyph, alpha: 1 }];
    const outlines = drawn.map((layer) => {
      const color = formatColor(("color" in layer ? layer.color : undefined) ?? 0);
      const path = formatOutline(font, layer.glyph);
      const paint = `${color} rg\n${path}f\n`;
      return layer.alpha < 1 ? `q ${this.addOpacity(layer.alpha)} gs\n${paint}Q\n` : paint;
    });
    return outlines.join("");
  }

  #formatOpacity(opacity: number): string {
    const value = formatNumber(opacity);
    return `${this.addOpacity(opacity)}<</ca ${value}/CA ${value}>>`;
  }

  #addObject(prefix: string, id: number): string {
    const resource = `${prefix}${this.#objects.size + 1}`;
    this.#objects.set(resource, id);
    return resource;
  }

  /** Writes fonts and the dictionary. */
  write(): void {
    const fonts = [...this.#fonts.values()];
    for (const font of fonts) font.write(this.#file);
    const entries = [
      formatDictionary(
        "/Font",
        fonts.map(({ resource, id }) => `${resource} ${formatReference(id)}`),
      ),
      formatDictionary(
        "/XObject",
        [...this.#objects].map(([resource, id]) => `${resource} ${formatReference(id)}`),
      ),
      formatDictionary(
        "/ExtGState",
        [...this.#opacities.keys()].map((opacity) => this.#formatOpacity(opacity)),
      ),
    ];
    this.#file.add(`<<${entries.join("")}>>`, this.id);
  }
}

function formatDictionary(name: string, entries: readonly string[]): string {
  return entries.length > 0 ? `${name}<<${entries.join("")}>>` : "";
}

/**
 * Returns a glyph's outline as path operators; quadratic curves become cubic ones, which is exact.
 */
function formatOutline(font: OpenFont, glyph: number): string {
  const scale = FORM_UNITS / font.unitsPerEm;
  const formatCoordinates = (...values: number[]) =>
    values.map((value) => formatNumber(Math.round(value * scale * 10) / 10)).join(" ");
  let path = "";
  let [penX, penY] = [0, 0];
  const movePen = (x: number, y: number) => {
    [penX, penY] = [x, y];
  };
  font.draw(glyph, {
    moveTo(x, y) {
      path += `${formatCoordinates(x, y)} m\n`;
      movePen(x, y);
    },
    lineTo(x, y) {
      path += `${formatCoordinates(x, y)} l\n`;
      movePen(x, y);
    },
    quadraticTo(controlX, controlY, x, y) {
      path += `${formatCoordinates(toCubicControl(penX, controlX), toCubicControl(penY, controlY), toCubicControl(x, controlX), toCubicControl(y, controlY), x, y)} c\n`;
      movePen(x, y);
    },
  });
  return path;
}

/**
 * Returns a control point of the equal cubic curve: two thirds of the way to the quadratic control
 * point.
 */
function toCubicControl(from: number, control: number): number {
  return from + ((control - from) * 2) / 3;
}
