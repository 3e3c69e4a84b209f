// The bill of materials of a release in CycloneDX 1.6: the contents of the bundle, and the packages
// that npm installs.
import { createHash } from "node:crypto";
import { readJson } from "../root.mjs";
import { listEmbedded } from "./embedded-licenses.mjs";

/** @import { BundledPackage } from "../build/package-inventory.mjs" */

/**
 * An entry of the lock file.
 * @typedef {object} LockEntry
 * @property {string} version
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {boolean} [dev]
 * @property {boolean} [devOptional]
 * @property {boolean} [optional]
 */

/** Returns the bill of materials as text. The same sources return the same text. */
export function createBillOfMaterials() {
  const { name, version, description, license, dependencies } = readJson("package.json");
  /** @type {{ packages: Record<string, LockEntry> }} */
  const { packages } = readJson("package-lock.json");
  /** @type {BundledPackage[]} */
  const list = readJson("dist/bundle/packages.json");
  const bundled = list.map((entry) => toComponent(entry, packages));
  const installed = Object.entries(packages)
    .filter(([path, entry]) => path !== "" && !entry.dev && !entry.devOptional)
    .map(([path, entry]) =>
      toComponent({ ...entry, name: path.split("node_modules/").at(-1) ?? "" }, packages),
    );
  const components = [
    ...new Map([...bundled, ...installed].map((component) => [component.purl, component])).values(),
  ];
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": `pkg:npm/${name}@${version}`,
        name,
        version,
        description,
        licenses: [{ license: { id: license } }],
        purl: `pkg:npm/${name}@${version}`,
      },
    },
    components,
    dependencies: [
      {
        ref: `pkg:npm/${name}@${version}`,
        dependsOn: components
          .filter(({ scope, isBundled, name: component }) => {
            return scope !== "optional" && (isBundled || component in dependencies);
          })
          .map(({ purl }) => purl),
      },
    ],
  };
  const text = JSON.stringify(bom, (key, value) => (key === "isBundled" ? undefined : value), 2);
  const id = createHash("sha256").update(text).digest("hex");
  return `${JSON.stringify({ ...JSON.parse(text), serialNumber: `urn:uuid:${toUuid(id)}` }, null, 2)}\n`;
}

/**
 * Returns a component of the bill; its hash is that of the lock file. Packages inside it have
 * neither version nor hash.
 * @param {LockEntry & { name: string, contains?: string[] }} entry
 * @param {Record<string, LockEntry>} packages
 */
function toComponent({ name, version, license, optional, contains = [] }, packages) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [, digest] = /^sha512-(.*)$/.exec(packages[`node_modules/${name}`]?.integrity ?? "") ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    ...(optional && { scope: "optional" }),
    ...(digest && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
    }),
    ...(license && { licenses: [toLicense(license)] }),
    purl,
    ...(contains.length > 0 && {
      components: listEmbedded({ name, version, license: license ?? "", contains }).map(
        (embedded) => ({
          type: "library",
          "bom-ref": `${purl}#${embedded.name}`,
          name: embedded.name,
          licenses: [toLicense(embedded.license)],
        }),
      ),
    }),
    isBundled: !optional,
  };
}

/** @param {string} license */
function toLicense(license) {
  return /^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license };
}

/**
 * Returns a UUID of version 8 from a digest, so that the same content has the same number.
 * @param {string} hex
 */
function toUuid(hex) {
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join("-");
}
