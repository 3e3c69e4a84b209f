import type { Link } from "../blocks.ts";
import type { PageSetup } from "../document.ts";
import { drawStack, type Fragment, type PageView, measureStack } from "../layout/fragment.ts";
import { NOTE_GAP, type PageArea, type PageLayout } from "../layout/paginate.ts";
import type { PdfFile } from "../writer/file.ts";
import { formatLiteral, formatNumber, formatReference, formatText } from "../writer/syntax.ts";
import { Canvas } from "./canvas.ts";
import type { Resources } from "./resources.ts";
import type { Box } from "../../lib/graphics/shape.ts";
import type { StructureElement, StructureTree } from "./structure.ts";

/** The content of every page and its text area. */
export interface Pagination {
  pages: PageLayout[];
  area: PageArea;
}

/** The shared parts of the document, and this page's header and footer. */
interface PageDrawing {
  file: PdfFile;
  tree: StructureTree;
  resources: Resources;
  /** Destinations by id, collected from every page. */
  targets: Map<string, string>;
  setup: PageSetup;
  area: PageArea;
  header: { fragment: Fragment; offset: number } | undefined;
  footer: { fragment: Fragment; offset: number } | undefined;
}

/** A page whose content is written and whose dictionary is not. */
export interface DrawnPage {
  id: number;
  /** Its key in the structure's parent tree. */
  key: number;
  content: number;
  annotations: number[];
  usesTransparency: boolean;
  /** Writes the annotations, once all destinations are known. */
  writeLinks(targets: ReadonlyMap<string, string>): void;
}

/** A link whose destination may not be known yet. */
interface PendingLink {
  id: number;
  box: Box;
  link: Link;
  key: number;
}

export function drawPage(content: PageLayout, drawing: PageDrawing): DrawnPage {
  const { file, tree, resources, targets, setup, header, footer } = drawing;
  const { width: _, height, margin } = setup;
  const id = file.reserve();
  const key = tree.addPage();
  const canvas = new Canvas({ height, key, id, tree, resources });
  const links: PendingLink[] = [];
  const page: PageView = {
    canvas,
    link(element: StructureElement, box: Box, link: Link) {
      const annotation = file.reserve();
      const annotationKey = tree.addAnnotation(element, id, annotation);
      links.push({ id: annotation, box, link, key: annotationKey });
    },
    target(name, y) {
      if (!targets.has(name)) targets.set(name, formatDestination(id, height - y));
    },
  };
  if (header) drawBand(page, header.fragment, { kind: "Header", x: margin.left, y: header.offset });
  for (const { fragment, y, gap, headY } of content.placements) {
    if (headY !== undefined) fragment.runningHead?.draw(page, margin.left, headY);
    fragment.draw(page, { x: margin.left, y, gap });
  }
  drawNotes(page, content, drawing);
  if (footer) {
    const y = height - footer.offset - footer.fragment.height;
    drawBand(page, footer.fragment, { kind: "Footer", x: margin.left, y });
  }
  const written = file.addStream("", canvas.finish());
  return {
    id,
    key,
    content: written,
    annotations: links.map((link) => link.id),
    usesTransparency: canvas.usesTransparency,
    writeLinks: (all) => {
      for (const link of links) file.add(formatLink(link, { height, targets: all }), link.id);
    },
  };
}

/** The line between text and footnotes, in points. */
const SEPARATOR = { width: 60, height: 0.5, color: 0x99_99_99 };

/** Draws footnotes so that they end at the bottom of the text area. */
function drawNotes(page: PageView, { notes }: PageLayout, { setup, area }: PageDrawing): void {
  if (notes.length === 0) return;
  const x = setup.margin.left;
  const y = area.bottom - measureStack(notes);
  page.canvas.mark("Layout");
  page.canvas.fillBox({ ...SEPARATOR, x, y: y - NOTE_GAP / 2 }, SEPARATOR.color);
  drawStack(notes, page, { x, y, gap: 0 });
}

/** The kind of a band and the position of its top left corner, in points. */
interface BandPosition {
  kind: "Header" | "Footer";
  x: number;
  y: number;
}

function drawBand(page: PageView, fragment: Fragment, { kind, x, y }: BandPosition): void {
  page.canvas.setBand(kind);
  fragment.draw(page, { x, y, gap: 0 });
  page.canvas.setBand(undefined);
}

function formatLink(
  { box, link, key }: PendingLink,
  { height, targets }: { height: number; targets: ReadonlyMap<string, string> },
): string {
  const annotationBox = { ...box, pageHeight: height };
  if ("url" in link) {
    const uri = encodeURI(link.url).replaceAll("%25", "%");
    const description = link.description ?? link.url;
    const target = `/A<</Type/Action/S/URI/URI${formatLiteral(uri)}>>`;
    return formatAnnotation(annotationBox, { target, description, key });
  }
  // Links to unknown ids go to the first page.
  const dest = targets.get(link.to) ?? targets.values().next().value;
  const target = dest === undefined ? "" : `/Dest${dest}`;
  return formatAnnotation(annotationBox, { target, description: link.description ?? link.to, key });
}

/** Formats a link's annotation: its box, description and target. */
function formatAnnotation(
  box: Box & { pageHeight: number },
  { target, description, key }: { target: string; description: string; key: number },
): string {
  const bottom = box.pageHeight - box.y - box.height;
  const sides = [box.x, bottom, box.x + box.width, bottom + box.height].map(formatNumber).join(" ");
  return `<</Type/Annot/Subtype/Link/Rect[${sides}]/Border[0 0 0]/F 4/Contents${formatText(description)}/StructParent ${key}${target}>>`;
}

function formatDestination(page: number, top: number): string {
  return `[${formatReference(page)}/XYZ 0 ${formatNumber(top)} null]`;
}
