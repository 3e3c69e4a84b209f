// Writes the list of languages that code images know by name: what shiki bundles. Importing its own list would cost
// every start a twentieth of a second. Run it after an update of shiki; a test compares the two.
import { writeFileSync } from "node:fs";
import { bundledLanguagesInfo } from "shiki/langs";

const lines = bundledLanguagesInfo.map(({ id, aliases = [] }) => [id, ...aliases].join(" "));
const source = `/** The bundled grammars, each on a line: its name, then its aliases. Written by \`scripts/languages.mjs\`. */
export const GRAMMARS = \`
${lines.sort().join("\n")}
\`;
`;
writeFileSync(new URL("../src/tools/code-image/highlight/grammars.ts", import.meta.url), source);
