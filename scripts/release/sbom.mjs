// The bill of materials of a release in CycloneDX 1.6: the contents of the bundle, and the packages that npm installs.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Returns the bill of materials as text. The same sources return the same text. */
export function createBillOfMaterials() {
  const { name, version, description, license, dependencies } = readJson("package.json");
  const { packages } = readJson("package-lock.json");
  const bundled = readJson("dist/bundle/packages.json").map((entry) =>
    toComponent(entry, packages),
  );
  const installed = Object.entries(packages)
    .filter(([path, entry]) => path !== "" && !entry.dev && !entry.devOptional)
    .map(([path, entry]) =>
      toComponent({ ...entry, name: path.split("node_modules/").at(-1) }, packages),
    );
  const components = [
    ...new Map([...bundled, ...installed].map((one) => [one.purl, one])).values(),
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
          .filter((one) => one.scope !== "optional" && (one.isBundled || one.name in dependencies))
          .map(({ purl }) => purl),
      },
    ],
  };
  const text = JSON.stringify(bom, (key, value) => (key === "isBundled" ? undefined : value), 2);
  const id = createHash("sha256").update(text).digest("hex");
  return `${JSON.stringify({ ...JSON.parse(text), serialNumber: `urn:uuid:${toUuid(id)}` }, null, 2)}\n`;
}

/** Returns a component of the bill; its hash is that of the lock file. */
function toComponent({ name, version, license, optional }, packages) {
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
    isBundled: !optional,
  };
}

function toLicense(license) {
  return /^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license };
}

/** A UUID of version 8 from a digest, so that the same content has the same number. */
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

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}
