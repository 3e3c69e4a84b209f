// Leaves out parts of packages that we do not call. A package that no longer looks as expected
// stops the build.
import { listUsedNames } from "./compiled-files.mjs";

/** The encoders of @bwip-js/node that we call: a fifth of the library. */
const BWIP_ENCODERS = ["azteccode", "databarexpanded", "databaromni", "pdf417"];

/** The only translation of zod's messages that we use. */
const ENGLISH = 'export { default as en } from "./en.js";';

/**
 * Modules of packages by their paths, each with the function that shortens its code or throws.
 * @type {Record<string, (code: string) => string>}
 */
const REWRITES = {
  "@bwip-js/node/dist/bwipp.mjs": keepUsedEncoders,
  "undici/index.js": keepUsedModules,
  "zod/v4/locales/index.js": keepEnglish,
};

/**
 * Returns the path of a rewritten module within `node_modules`; undefined for other modules.
 * @param {string} id
 */
export function findRewrite(id) {
  const file = id.replaceAll("\\", "/");
  return Object.keys(REWRITES).find((path) => file.endsWith(`/node_modules/${path}`));
}

/**
 * Returns the shortened code of a module.
 * @param {string} path as {@link findRewrite} returns it
 * @param {string} code
 */
export function rewriteModule(path, code) {
  const rewritten = REWRITES[path]?.(code);
  if (rewritten === undefined || rewritten === code) throw new Error(`${path}: nothing to rewrite`);
  return rewritten;
}

/**
 * Throws unless all modules were met, because a renamed module would be bundled as a whole.
 * @param {Set<string>} met
 */
export function checkAllRewritten(met) {
  const missed = Object.keys(REWRITES).filter((path) => !met.has(path));
  if (missed.length > 0) throw new Error(`not bundled, so not rewritten: ${missed.join(", ")}`);
}

/**
 * Shortens the library's list of encoders by name, so that those which we do not call are left out.
 * @param {string} code
 */
function keepUsedEncoders(code) {
  const kept = new Set();
  const shortened = code.replaceAll(/^ +case "(\w+)":\s+return bwipp_\1;$/gm, (text, name) => {
    if (!BWIP_ENCODERS.includes(name)) return "";
    kept.add(name);
    return text;
  });
  if (kept.size < BWIP_ENCODERS.length) throw new Error("bwipp.mjs lists its encoders otherwise");
  return shortened;
}

/**
 * Shortens the index of undici to what we import, because it loads caches, mocks and `fetch` as
 * well.
 * @param {string} code
 */
function keepUsedModules(code) {
  const members = listUsedNames("undici").map((name) => {
    const [, value] = new RegExp(`^const ${name} = (require\\('[^']+'\\))$`, "m").exec(code) ?? [];
    if (value === undefined) throw new Error(`undici does not require ${name} in one line`);
    return `${name}: ${value}`;
  });
  return `module.exports = { ${members.join(", ")} };`;
}

/** @param {string} code */
function keepEnglish(code) {
  if (!code.includes(ENGLISH))
    throw new Error("zod does not list its English messages in one line");
  return ENGLISH;
}
