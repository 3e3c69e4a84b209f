import { ValidationError } from "../lib/errors.ts";
import { BATCH_MANUAL, JOB_MANUAL } from "./batch/help.ts";
import type { Command } from "./command.ts";
import { INBOX_MANUAL } from "./inbox/help.ts";
import { KEYS_MANUAL } from "./keys/help.ts";
import { WEBHOOK_MANUAL } from "./webhook/help.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** Every command other than the tools. */
export const COMMANDS: readonly Command[] = [
  {
    name: "inbox",
    usage: [["inbox ACTION ID", "Read, export, forward or replay a webhook inbox of a server."]],
    summary: "Read a webhook inbox of a running server.",
    words: ["list", "wait", "export", "forward", "replay"],
    manual: INBOX_MANUAL,
    run: async (argv, print) => (await import("./inbox/command.ts")).runInboxCommand(argv, print),
  },
  {
    name: "keys",
    usage: [["keys ACTION [ID]", "Issue, change and revoke keys of a server."]],
    summary: "Issue, change and revoke keys of a running server.",
    words: ["create", "list", "show", "change", "rotate", "revoke", "usage"],
    manual: KEYS_MANUAL,
    run: async (argv, print) => (await import("./keys/command.ts")).runKeysCommand(argv, print),
  },
  {
    name: "batch",
    usage: [["batch TOOL FILE|- [flags]", "Run a tool for each row of a table or a list."]],
    summary: "Run a tool for each row of a table.",
    takesRowTool: true,
    manual: BATCH_MANUAL,
    run: async (argv, print) => (await import("./batch/command.ts")).runBatchCommand(argv, print),
  },
  {
    name: "job",
    usage: [["job ID [flags]", "Follow, download or cancel a job of a server."]],
    summary: "Follow a job of a running server.",
    manual: JOB_MANUAL,
    run: async (argv, print) => (await import("./batch/job.ts")).runJobCommand(argv, print),
  },
  {
    name: "webhook",
    usage: [
      ["webhook send PROVIDER URL", "Send a signed event as Stripe, GitHub, Slack, … to a URL."],
    ],
    summary: "Rehearse a webhook provider.",
    words: ["send", "events"],
    manual: WEBHOOK_MANUAL,
    run: async (argv, print) =>
      (await import("./webhook/command.ts")).runWebhookCommand(argv, print),
  },
  {
    name: "mcp",
    usage: [["mcp [flags]", "Serve the tools to an assistant on standard input and output."]],
    summary: "Serve the tools to an assistant.",
    words: "--files --tools --set --mode --inline --server --token --help".split(" "),
    run: async (argv, print) => (await import("./mcp/command.ts")).runMcpCommand(argv, print),
  },
  {
    name: "store",
    usage: [
      ["store backup FILE|-", "Copy the data into one file, also while a server uses it."],
      ["store restore FILE [DIR]", "Put a backup into a directory that no server uses."],
      ["store check [FILE|DIR]", "Verify a backup, or a directory that no server uses."],
    ],
    summary: "Back up, restore and verify the embedded store.",
    words: ["backup", "restore", "check", "--data", "--force", "--help"],
    run: async (argv, print) => (await import("./store/command.ts")).runStoreCommand(argv, print),
  },
  {
    name: "config",
    usage: [["config [--json]", "Check the settings and print where each comes from."]],
    summary: "Check the settings and print where each comes from.",
    words: ["--json", "--help"],
    run: async (argv, print) => (await import("./config.ts")).runConfigCommand(argv, print),
  },
  {
    name: "doctor",
    usage: [["doctor [flags]", "Check the machine, the settings and what they name."]],
    summary: "Check the machine, the settings and what they name.",
    words: ["--json", "--server", "--help"],
    run: async (argv, print) => (await import("./doctor/command.ts")).runDoctorCommand(argv, print),
  },
  {
    name: "completion",
    usage: [["completion SHELL", "Print a completion script for bash, zsh or fish."]],
    summary: "Print a shell completion script.",
    words: SHELLS,
    async run([name = ""], print) {
      const shell = SHELLS.find((candidate) => candidate === name);
      if (!shell) throw ValidationError.at(["completion"], "takes bash, zsh or fish");
      const { createCompletionScript } = await import("./completion.ts");
      const { tools } = await import("../tools/index.ts");
      print(createCompletionScript(tools, COMMANDS, shell));
      return true;
    },
  },
];
