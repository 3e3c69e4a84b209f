// The files that the Dockerfile adds to its base, made without Docker by the Dockerfile's own
// commands. Needs Debian's dpkg, and strip of binutils.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

/**
 * Packs the built product and runs the commands of deploy/Dockerfile.release in a folder, with this
 * program as Node. Returns the folder that the image gets as its root.
 * @param {string} folder
 * @param {string} node
 */
export function buildImageRoot(folder, node) {
  const image = join(folder, "image");
  rmSync(image, { recursive: true, force: true });
  const bin = join(folder, "bin");
  rmSync(bin, { recursive: true, force: true });
  mkdirSync(bin, { recursive: true });
  symlinkSync(node, join(bin, "node"));
  // Part of what `npm pack` does before: a rebuild keeps files of earlier builds.
  execFileSync(process.execPath, [join(root, "scripts", "release", "sweep.mjs")]);
  execFileSync(
    "npm",
    ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder],
    {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  execFileSync("sh", ["-e", "-c", readCommands(folder)], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}`, npm_config_loglevel: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return image;
}

/**
 * Returns the commands that make the image's files, which write to `folder` instead of the root.
 * @param {string} folder
 */
function readCommands(folder) {
  const text = readFileSync(join(root, "deploy", "Dockerfile.release"), "utf8");
  const commands = /^RUN (npm install (?:.*\\\n)*.*)/m.exec(text)?.[1] ?? "";
  return commands.replace(/(?<=[\s"])\/(?:tmp\/)?(?=data|image|npm|sundry-)/g, `${folder}/`);
}
