import type { Tool } from "../tools/define.ts";
import { listRowTools } from "./batch/row-tools.ts";
import type { Command } from "./command.ts";
import { getCommandOptions, listFlagForms, listFlags, listServerFlags } from "./flags.ts";

type Shell = "bash" | "zsh" | "fish";

/** A command or a tool, and the words that can follow it. */
interface CompletionEntry {
  name: string;
  summary: string;
  words: readonly string[];
}

/** Returns a completion script; zsh runs the bash script through `bashcompinit`. */
export function createCompletionScript(
  tools: readonly Tool[],
  commands: readonly Command[],
  shell: Shell,
): string {
  const help = { name: "help", summary: "Show help.", words: tools.map(({ name }) => name) };
  const entries = [
    ...tools.map(toToolEntry),
    ...commands.map((command) => toCommandEntry(command, tools)),
    help,
  ];
  if (shell === "fish") return formatFishScript(entries);
  const intro = shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "";
  return intro + formatBashScript(entries);
}

function toToolEntry(tool: Tool): CompletionEntry {
  const words = [
    ...listFlags(tool).flatMap(listFlagForms),
    ...listServerFlags(tool),
    ...Object.keys(getCommandOptions(tool)).map((name) => `--${name}`),
  ];
  return { name: tool.name, summary: tool.summary, words };
}

function toCommandEntry(command: Command, tools: readonly Tool[]): CompletionEntry {
  const { name, summary, words = [], takesRowTool, manual } = command;
  const rowTools = takesRowTool ? listRowTools(tools) : [];
  const flags = manual?.flagRows.flatMap(([usage]) => usage.match(/--[a-z-]+/g) ?? []) ?? [];
  return { name, summary, words: [...rowTools, ...words, ...flags] };
}

function formatBashScript(entries: readonly CompletionEntry[]): string {
  const cases = entries.map(({ name, words }) => `    ${name}) choices="${words.join(" ")}" ;;`);
  return `_sundry() {
  local choices current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) choices="" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && choices="${entries.map(({ name }) => name).join(" ")}"
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _sundry sundry
`;
}

function formatFishScript(entries: readonly CompletionEntry[]): string {
  const names = entries.map(
    ({ name, summary }) =>
      `complete -c sundry -n __fish_use_subcommand -f -a ${name} -d '${escape(summary)}'`,
  );
  const words = entries.flatMap((entry) => entry.words.map((word) => formatFishWord(entry, word)));
  return `${[...names, ...words].join("\n")}\n`;
}

function formatFishWord({ name }: CompletionEntry, word: string): string {
  const prefix = `complete -c sundry -n '__fish_seen_subcommand_from ${name}'`;
  return word.startsWith("--") ? `${prefix} -l ${word.slice(2)}` : `${prefix} -f -a ${word}`;
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
}
