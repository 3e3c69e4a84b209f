import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "./server.ts";

/** Reads the Compose file of the deployment guide, which writes it with a here document. */
export async function readGuideCompose() {
  const guide = await readFile(join(root, "docs", "guides", "deploy.md"), "utf8");
  const [, text = ""] = /cat > compose\.yaml <<'EOF'\n(.*?)\nEOF\n/s.exec(guide) ?? [];
  const compose = parse(text, { strict: true }) as { configs: { nginx: { content: string } } };
  // Compose reads a dollar sign that is written twice.
  return { compose, nginx: compose.configs.nginx.content.replaceAll("$$", "$") };
}
