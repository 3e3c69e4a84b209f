import type { OutlineEntry } from "../layout/context.ts";
import type { PdfFile } from "./file.ts";
import { formatReference, formatText } from "./syntax.ts";

interface Node {
  id: number;
  title: string;
  target: string | undefined;
  children: Node[];
}

/**
 * Writes the outline that viewers show beside the pages, and returns the number of its object.
 * Returns undefined without entries.
 */
export function writeOutline(
  file: PdfFile,
  entries: readonly OutlineEntry[],
  targets: ReadonlyMap<string, string>,
): number | undefined {
  if (entries.length === 0) return undefined;
  const root: Node = { id: file.reserve(), title: "", target: undefined, children: [] };
  const open: { node: Node; level: number }[] = [{ node: root, level: 0 }];
  for (const { level, title, id } of entries) {
    const node = { id: file.reserve(), title, target: targets.get(id), children: [] };
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    open.at(-1)?.node.children.push(node);
    open.push({ node, level });
  }
  file.add(`<</Type/Outlines${formatChildEntries(root)}/Count ${root.children.length}>>`, root.id);
  writeChildren(file, root);
  return root.id;
}

function formatChildEntries({ children }: Node): string {
  const [first, last] = [children[0], children.at(-1)];
  return first && last
    ? `/First ${formatReference(first.id)}/Last ${formatReference(last.id)}`
    : "";
}

/**
 * Writes the entries below `parent`. A negative count collapses an entry, so that only the top
 * level is expanded.
 */
function writeChildren(file: PdfFile, parent: Node): void {
  parent.children.forEach((node, index) => {
    const before = parent.children[index - 1];
    const next = parent.children[index + 1];
    const entries = [
      `/Title${formatText(node.title)}/Parent ${formatReference(parent.id)}`,
      before ? `/Prev ${formatReference(before.id)}` : "",
      next ? `/Next ${formatReference(next.id)}` : "",
      node.target === undefined ? "" : `/Dest${node.target}`,
      formatChildEntries(node),
      node.children.length > 0 ? `/Count -${node.children.length}` : "",
    ];
    file.add(`<<${entries.join("")}>>`, node.id);
    writeChildren(file, node);
  });
}
