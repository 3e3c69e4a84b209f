import { existsSync } from "node:fs";
import type { Tool } from "../tools/define.ts";

/**
 * Loads one tool by the folder that has its name, because loading all of them takes three times as
 * long. The bundler replaces this module.
 */
export async function loadTool(name: string): Promise<Tool | undefined> {
  const file = new URL(`../tools/${name}/tool.js`, import.meta.url);
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) return undefined;
  return ((await import(file.href)) as { default: Tool }).default;
}
