/** Assistants by their names in forms. */
export const ASSISTANTS = {
  "claude-code": "Claude Code",
  "claude-desktop": "Claude Desktop",
  cursor: "Cursor",
  vscode: "VS Code",
  n8n: "n8n",
} as const;

export type Assistant = keyof typeof ASSISTANTS;

/** How an assistant reaches the tools: a server over HTTP, or a command that it starts. */
export type Connection =
  | { kind: "http"; url: string; needsKey: boolean }
  | { kind: "stdio"; words: readonly [program: string, ...rest: string[]] };

/** Where a configuration goes, and the configuration. */
export interface Setup {
  step: string;
  code: string;
}

const KEY_HEADER = "X-API-Key";
const KEY = "YOUR_KEY";

const FILES: Record<"claude-desktop" | "cursor" | "vscode", string> = {
  "claude-desktop":
    "Settings › Developer › Edit Config (claude_desktop_config.json), then restart it:",
  cursor: ".cursor/mcp.json in a project, or ~/.cursor/mcp.json:",
  vscode: ".vscode/mcp.json in a workspace:",
};

/** Returns what to do in an assistant. */
export function formatSetup(assistant: Assistant, connection: Connection): Setup {
  switch (assistant) {
    case "claude-code":
      return { step: "Run in a terminal:", code: formatCommand(connection) };
    case "n8n":
      return formatNodes(connection);
    case "vscode":
      return toFile(assistant, {
        servers: { sundry: { ...toType(connection), ...toServer(connection) } },
      });
    case "claude-desktop":
      return toFile(assistant, { mcpServers: { sundry: toServer(bridge(connection)) } });
    default:
      return toFile(assistant, { mcpServers: { sundry: toServer(connection) } });
  }
}

function formatCommand(connection: Connection): string {
  if (connection.kind === "stdio") return `claude mcp add sundry -- ${connection.words.join(" ")}`;
  const key = connection.needsKey ? ` \\\n  --header '${KEY_HEADER}: ${KEY}'` : "";
  return `claude mcp add --transport http sundry '${connection.url}'${key}`;
}

function formatNodes(connection: Connection): Setup {
  if (connection.kind === "stdio") {
    const [command, ...words] = connection.words;
    return {
      step: "Install the community node n8n-nodes-mcp, and add a credential of the type MCP Client (STDIO):",
      code: `Command: ${command}\nArguments: ${words.join(" ")}`,
    };
  }
  const { url, needsKey } = connection;
  const authentication = needsKey ? `Header Auth\nName: ${KEY_HEADER}\nValue: ${KEY}` : "None";
  return {
    step: "Add the node MCP Client Tool to an AI Agent:",
    code: `Endpoint: ${url}\nServer Transport: HTTP Streamable\nAuthentication: ${authentication}`,
  };
}

function toFile(assistant: keyof typeof FILES, content: object): Setup {
  return { step: FILES[assistant], code: JSON.stringify(content, null, 2) };
}

function toServer(connection: Connection): object {
  if (connection.kind === "http") {
    const { url, needsKey } = connection;
    return { url, ...(needsKey && { headers: { [KEY_HEADER]: KEY } }) };
  }
  const [command, ...args] = connection.words;
  return { command, args };
}

function toType({ kind }: Connection): object {
  return { type: kind };
}

/** Claude Desktop's file has commands only: mcp-remote passes messages on to a server. */
function bridge(connection: Connection): Connection {
  if (connection.kind === "stdio") return connection;
  const { url, needsKey } = connection;
  const isPlain = url.startsWith("http:") && !/^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(url);
  const key = needsKey ? ["--header", `${KEY_HEADER}:${KEY}`] : [];
  return {
    kind: "stdio",
    words: ["npx", "-y", "mcp-remote", url, ...(isPlain ? ["--allow-http"] : []), ...key],
  };
}
