/** A variable as the guide shows it. */
interface Variable {
  name: string;
  defaultText: string | undefined;
  example: string | undefined;
  about: string;
  isSecret: boolean;
}

/** Returns the guide to the settings. */
export declare function createGuide(
  groups: Readonly<Record<string, Readonly<Record<string, Variable>>>>,
): string;
