import type { Tool } from "../tools/define.ts";
import { listRowTools } from "./batch/row-tools.ts";
import { listFlagForms, listFlags, listServerFlags } from "./flags.ts";

type Shell = "bash" | "zsh" | "fish";

/** A command and the words that can follow it. */
export interface CompletionEntry {
  name: string;
  summary: string;
  words: readonly string[];
  /** True: the name of a tool that takes rows follows, too. */
  takesRowTool?: boolean;
}

const COMMON_FLAGS = ["--output", "--json", "--help"];

/** Returns a completion script; zsh runs the bash script through `bashcompinit`. */
export function createCompletionScript(
  tools: readonly Tool[],
  extras: readonly CompletionEntry[],
  shell: Shell,
): string {
  const help = { name: "help", summary: "Show help.", words: tools.map(({ name }) => name) };
  const rowTools = listRowTools(tools);
  const commands = [
    ...tools.map(toCommand),
    ...extras.map((entry) =>
      entry.takesRowTool ? { ...entry, words: [...rowTools, ...entry.words] } : entry,
    ),
    help,
  ];
  if (shell === "fish") return formatFishScript(commands);
  const intro = shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "";
  return intro + formatBashScript(commands);
}

function toCommand(tool: Tool): CompletionEntry {
  const words = [
    ...listFlags(tool).flatMap(listFlagForms),
    ...listServerFlags(tool),
    ...(tool.streamedBody ? ["--check"] : []),
    ...(tool.fileReport ? ["--attachments", "--fail-on"] : []),
    ...COMMON_FLAGS,
  ];
  return { name: tool.name, summary: tool.summary, words };
}

function formatBashScript(commands: readonly CompletionEntry[]): string {
  const cases = commands.map(({ name, words }) => `    ${name}) choices="${words.join(" ")}" ;;`);
  return `_sundry() {
  local choices current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) choices="" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && choices="${commands.map(({ name }) => name).join(" ")}"
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _sundry sundry
`;
}

function formatFishScript(commands: readonly CompletionEntry[]): string {
  const names = commands.map(
    ({ name, summary }) =>
      `complete -c sundry -n __fish_use_subcommand -f -a ${name} -d '${escape(summary)}'`,
  );
  const words = commands.flatMap((command) =>
    command.words.map((word) => formatFishWord(command, word)),
  );
  return `${[...names, ...words].join("\n")}\n`;
}

function formatFishWord({ name }: CompletionEntry, word: string): string {
  const prefix = `complete -c sundry -n '__fish_seen_subcommand_from ${name}'`;
  return word.startsWith("--") ? `${prefix} -l ${word.slice(2)}` : `${prefix} -f -a ${word}`;
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
}
