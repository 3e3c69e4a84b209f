import { existsSync, readdirSync, readFileSync } from "node:fs";

const DOCS = new URL("../../docs/", import.meta.url);
const GUIDES = new URL("guides/", DOCS);
const EXTENSION = ".md";

let guides: Record<string, string> | undefined;

/** Returns the guides of the documentation as Markdown, by name; none where not shipped. */
export function readGuides(): Record<string, string> {
  return (guides ??= readAll());
}

function readAll(): Record<string, string> {
  if (!existsSync(GUIDES)) return {};
  const files = readdirSync(GUIDES).filter((file) => file.endsWith(EXTENSION));
  const paths = [...files.map((file) => new URL(file, GUIDES)), new URL("scale.md", DOCS)];
  return Object.fromEntries(
    paths.map((path) => {
      const name = path.pathname.slice(path.pathname.lastIndexOf("/") + 1, -EXTENSION.length);
      return [name, readFileSync(path, "utf8")];
    }),
  );
}
