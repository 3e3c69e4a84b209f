/** A tool as the docs offer it to assistants. */
export interface AssistantTool {
  name: string;
  title: string;
  /** The set that contains it. */
  group: string;
  /** Its part of the list, estimated. */
  tokens: number;
  /** True: a process without a server does not have it. */
  needsServer: boolean;
}

/** All tools, and the tokens of the list in search mode. */
export interface AssistantTools {
  tools: readonly AssistantTool[];
  searchTokens: number;
}
