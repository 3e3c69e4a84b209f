interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** The member of a tool that has its choices. */
  choices?: { tool: string; member: string };
}

/** A task that a person starts, and the tools that do it. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** The message without the arguments, which follow it. */
  task: string;
}

export const PROMPTS: readonly Prompt[] = [
  {
    name: "invoice",
    title: "Write an invoice",
    description: "An invoice for a client, from a list of what was done.",
    arguments: [
      { name: "items", description: "What is charged, with quantities and rates.", required: true },
      { name: "client", description: "Who pays, with the address if known.", required: true },
      {
        name: "currency",
        description: "Code of ISO 4217, such as EUR.",
        required: false,
        choices: { tool: "invoice", member: "currency" },
      },
      {
        name: "format",
        description: "Format of the document.",
        required: false,
        choices: { tool: "invoice", member: "format" },
      },
    ],
    task: "Write an invoice with the tool `invoice`. The client is `to`, and each item is an entry of `items` with `description`, `quantity` and `rate`. Ask for `from`, who sends the invoice, if you do not know it. Then tell the total and where the document is.",
  },
  {
    name: "test-webhook",
    title: "Test a webhook",
    description: "Captures a webhook, verifies its signature and says what is wrong.",
    arguments: [
      {
        name: "scheme",
        description: "How the provider signs.",
        required: true,
        choices: { tool: "webhook-signature", member: "scheme" },
      },
      { name: "target", description: "What sends the webhook, or where it goes.", required: false },
    ],
    task: "Test a webhook. Create an inbox with `inbox_create` and say to which URL the provider must send. Wait for the request with `inbox_wait`. Ask for the signing secret, verify the request with `inbox_verify` and this scheme (or with `webhook-signature`, given headers and body), and explain each hint. Test retries with `inbox_respond`.",
  },
  {
    name: "code-image",
    title: "Picture of code",
    description: "Source code as a picture with colors.",
    arguments: [
      { name: "code", description: "The source code.", required: true },
      {
        name: "language",
        description: "Its language; found out without it.",
        required: false,
        choices: { tool: "code-image", member: "language" },
      },
      {
        name: "theme",
        description: "Colors of the picture.",
        required: false,
        choices: { tool: "code-image", member: "theme" },
      },
    ],
    task: "Draw this code with the tool `code-image` and show the picture. Pass the code exactly as it is.",
  },
  {
    name: "page-weight",
    title: "Weight of a web page",
    description: "What a page loads, and how to make it lighter.",
    arguments: [{ name: "url", description: "URL of the page.", required: true }],
    task: "Measure this page with the tool `carbon-footprint`. Say what weighs most, and which of its recommendations saves most.",
  },
];

/** Maximum characters of an argument. */
const MAX_ARGUMENT = 5000;

/** Returns the rule that arguments break, naming the first that breaks one; undefined for none. */
export function checkArguments(
  { arguments: declared }: Prompt,
  sent: Readonly<Record<string, string>>,
): string | undefined {
  for (const { name, required } of declared) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (required && (value === undefined || value.trim() === "")) return `${name} is required`;
    if ([...(value ?? "")].length > MAX_ARGUMENT)
      return `${name} must have at most ${MAX_ARGUMENT} characters`;
  }
  return undefined;
}

/** Returns the message of a prompt: what to do, then each argument in a block of its own. */
export function formatPrompt(
  { arguments: declared, task }: Prompt,
  sent: Readonly<Record<string, string>>,
): string {
  const given = declared.filter(({ name }) => Object.hasOwn(sent, name) && sent[name]?.trim());
  const blocks = given.map(({ name }) => `${name}:\n${fence(sent[name] ?? "")}`);
  return [task, ...blocks].join("\n\n");
}

/** Encloses a text in a block that it cannot end. */
function fence(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}\n${text}\n${mark}`;
}
