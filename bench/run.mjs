// npm run bench -- NAME: runs one benchmark, or lists them.
import { readdirSync } from "node:fs";

const names = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(".mjs") && file !== "run.mjs")
  .map((file) => file.slice(0, -4));
const [name] = process.argv.slice(2);
if (names.includes(name)) await import(`./${name}.mjs`);
else console.log(`npm run bench -- NAME, where NAME is one of: ${names.join(", ")}`);
