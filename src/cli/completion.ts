import type { Tool } from "../tools/define.ts";
import { listFlags, listServerFlags } from "./flags.ts";

const COMMON_FLAGS = ["--output", "--json", "--help"];

const INBOX_WORDS =
  "list wait export forward replay --match --timeout --format --after --all --limit --output --times --timeout-ms --skip-failed --fail-fast --json --token --server --url --help";

/** Returns a completion script for bash; zsh runs the same one through `bashcompinit`. */
export function completionScript(tools: readonly Tool[], shell: "bash" | "zsh"): string {
  const cases = tools.map((tool) => {
    const flags = [
      ...listFlags(tool).map(({ name }) => `--${name}`),
      ...listServerFlags(tool),
      ...(tool.streamedBody ? ["--check"] : []),
      ...COMMON_FLAGS,
    ];
    return `    ${tool.name}) choices="${flags.join(" ")}" ;;`;
  });
  const commands = [...tools.map(({ name }) => name), "inbox", "completion"];
  const intro = shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "";
  return `${intro}_sundry() {
  local choices current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    inbox) choices="${INBOX_WORDS}" ;;
    completion) choices="bash zsh" ;;
    *) choices="" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && choices="${commands.join(" ")}"
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _sundry sundry
`;
}
