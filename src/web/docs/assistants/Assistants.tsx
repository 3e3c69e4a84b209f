import type { JSX } from "preact";
import type { AssistantTools } from "../../../domain/assistant-tools.ts";
import { Code } from "../../code/Code.tsx";
import { capitalize } from "../../../lib/text/capitalize.ts";
import type { Site } from "../../tool-summary.ts";
import { ASSISTANTS, formatSetup } from "./client-setup.ts";
import { formatTokens } from "./format-tokens.ts";

/** The form that writes the configuration of an assistant, and the configuration of all tools. */
export function Assistants({ site, assistants }: AssistantsProps): JSX.Element {
  const { tools, searchTokens } = assistants;
  const needsKey = site.requiresKey ?? false;
  const setup = formatSetup("claude-code", { kind: "http", url: `${site.origin}/mcp`, needsKey });
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  return (
    <div
      class="assistants"
      data-origin={site.origin}
      data-needs-key={needsKey ? "" : undefined}
      data-search-tokens={searchTokens}
    >
      <form class="scripted" aria-label="Configuration">
        <ConnectionChoices />
        <ToolChoices tools={tools} />
        <label>
          <input type="checkbox" name="search" />
          Search mode: three tools that find, describe and call the others
        </label>
      </form>
      <p class="tokens" role="status">
        {formatTokens(tools.length, tokens)}
      </p>
      <p class="step">{setup.step}</p>
      <Code code={setup.code} />
    </div>
  );
}

interface AssistantsProps {
  site: Site;
  assistants: AssistantTools;
}

function ConnectionChoices(): JSX.Element {
  return (
    <div class="choices">
      <label>
        Assistant
        <select name="assistant">
          {Object.entries(ASSISTANTS).map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        Connection
        <select name="connection">
          <option value="http">HTTP, to this server</option>
          <option value="stdio">stdio, a command on your computer</option>
        </select>
      </label>
    </div>
  );
}

/** A checkbox for each tool, in a fieldset for each group. */
function ToolChoices({ tools }: Pick<AssistantTools, "tools">): JSX.Element {
  const groups = [...new Set(tools.map(({ group }) => group))];
  return (
    <>
      {groups.map((group) => (
        <fieldset key={group}>
          <legend>
            <label>
              <input type="checkbox" name="set" value={group} checked />
              {capitalize(group)}
            </label>
          </legend>
          {tools
            .filter((tool) => tool.group === group)
            .map((tool) => (
              <label key={tool.name}>
                <input
                  type="checkbox"
                  name="tool"
                  value={tool.name}
                  data-tokens={tool.tokens}
                  data-needs-server={tool.needsServer ? "" : undefined}
                  checked
                />
                {tool.title}
              </label>
            ))}
        </fieldset>
      ))}
    </>
  );
}
