import type { Tool } from "../tools/define.ts";
import { flagsOf } from "./arguments.ts";

const COMMON = ["--output", "--json", "--url", "--help"];

/** A completion script for bash; zsh runs the same one through its bash support. */
export function completionScript(tools: readonly Tool[], shell: "bash" | "zsh"): string {
  const cases = tools.map((tool) => {
    const flags = [...flagsOf(tool).map(({ flag }) => `--${flag}`), ...COMMON];
    return `    ${tool.name}) words="${flags.join(" ")}" ;;`;
  });
  const commands = [...tools.map(({ name }) => name), "inbox", "completion"];
  const intro = shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "";
  return `${intro}_sundry() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    inbox) words="list wait --url --match --timeout" ;;
    completion) words="bash zsh" ;;
    *) words="" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.join(" ")}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sundry sundry
`;
}
