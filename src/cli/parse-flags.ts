import { parseArgs, type ParseArgsConfig } from "node:util";
import { ValidationError } from "../lib/errors.ts";
import { formatSuggestion } from "../lib/text/suggest.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

interface FlagsConfig<O extends Options> {
  command: string;
  options: O;
  /** True when words that are not flags are accepted. */
  allowPositionals?: boolean;
}

/**
 * Parses the arguments after the name of a command. Throws ValidationError for unknown flags and
 * missing values.
 */
export function parseFlags<const O extends Options>(
  argv: readonly string[],
  { command, options, allowPositionals = false }: FlagsConfig<O>,
): ReturnType<typeof parseArgs<{ options: O; allowPositionals: boolean }>> {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals });
  } catch (error) {
    throw describeError(error as Error, command, options);
  }
}

function describeError({ message }: Error, command: string, options: Options): ValidationError {
  const [, name] = /'(?:-\w, )?(-[^\s'=]*)/.exec(message) ?? [];
  if (name === undefined) {
    const [, word = "a word"] = /'([^']*)'/.exec(message) ?? [];
    return ValidationError.at([word], `is not a flag; sundry ${command} --help lists them`);
  }
  const flags = Object.keys(options).map((flag) => `--${flag}`);
  if (flags.includes(name)) {
    const takesValue = /argument (missing|is ambiguous)/.test(message);
    return ValidationError.at([name], takesValue ? "needs a value" : "takes no value");
  }
  const hint = formatSuggestion(name, flags);
  return ValidationError.at(
    [name],
    `is not a flag of this command${hint}; sundry ${command} --help lists them`,
  );
}
