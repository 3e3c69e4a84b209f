// The bundle that assistants install from a file (MCPB), and `server.json` with its checksum.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "#src/cli/batch/describe-error.js";
import { createCommandContext } from "#src/cli/context.js";
import { createBatchTool } from "#src/mcp/batch/batch-tool.js";
import { PROMPTS, formatPrompt } from "#src/mcp/prompts/prompts.js";
import { packFileSync, ZipWriter } from "#src/jobs/output/zip-writer.js";
import { tools } from "#src/tools/index.js";
import { readJson, root } from "../root.mjs";

const COMMAND = "dist/bundle/sundry.js";

/** Matches files of the package that only servers, other programs and readers need. */
const LEFT_OUT =
  /^(dist\/(client|web)|docs\/images|examples)\/|^(CHANGELOG|CONTRIBUTING|README|docs\/README)\.md$/;

/**
 * Returns the bundle as a ZIP file. The same files make the same bytes.
 * @param {readonly string[]} paths of the files of the npm package
 */
export function createMcpBundle(paths) {
  const zip = new ZipWriter();
  /** @type {(path: string, content: Uint8Array) => Uint8Array[]} */
  const add = (path, content) => zip.add(path, packFileSync(content, true));
  const manifest = Buffer.from(`${JSON.stringify(createManifest(), null, 2)}\n`);
  const files = paths.filter((path) => !LEFT_OUT.test(path)).toSorted();
  const parts = [
    add("manifest.json", manifest),
    ...files.map((path) => add(path, readFileSync(join(root, path)))),
    zip.end(),
  ];
  return Buffer.concat(parts.flat());
}

/** Returns the manifest, with the tools and prompts that the bundle has without a server. */
function createManifest() {
  const { name, version, description, license, engines } = readJson("package.json");
  const batch = createBatchTool({ tools, context: createCommandContext(), describeError });
  return {
    manifest_version: "0.3",
    name,
    display_name: "Sundry",
    version,
    description,
    author: { name: "The Sundry authors" },
    license,
    server: {
      type: "node",
      entry_point: COMMAND,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${COMMAND}`, "mcp", "--files", "${user_config.folder}"],
      },
    },
    tools: [
      ...tools.map((tool) => ({ name: tool.name, description: tool.summary })),
      { name: batch.name, description: batch.description },
    ],
    prompts: PROMPTS.map(describePrompt),
    compatibility: { runtimes: { node: engines.node } },
    user_config: {
      folder: {
        type: "directory",
        title: "Folder",
        description: "The only folder whose files are read and written.",
        required: true,
      },
    },
  };
}

/** @param {typeof PROMPTS[number]} prompt */
function describePrompt(prompt) {
  const names = prompt.arguments.map(({ name }) => name);
  const values = Object.fromEntries(names.map((name) => [name, `\${arguments.${name}}`]));
  const { name, description } = prompt;
  return { name, description, arguments: names, text: formatPrompt(prompt, values) };
}

/**
 * Returns `server.json` of a release as text.
 * @param {string} file name of the bundle
 * @param {Uint8Array} bundle
 */
export function createServerDescription(file, bundle) {
  const { packages, ...server } = readJson("server.json");
  const entry = {
    registryType: "mcpb",
    identifier: file,
    version: server.version,
    fileSha256: createHash("sha256").update(bundle).digest("hex"),
    transport: { type: "stdio" },
  };
  return `${JSON.stringify({ ...server, packages: [...packages, entry] }, null, 2)}\n`;
}
