interface LanguageList {
  languages: { name: string; aliases: string[] }[];
}

/**
 * Loads names and aliases. Returns none when the server does not respond, because they are
 * suggestions only.
 */
export async function loadNames(): Promise<string[]> {
  try {
    const response = await fetch("../api/v1/code-image/languages");
    const { languages } = (await response.json()) as LanguageList;
    return languages.flatMap(({ name, aliases }) => [name].concat(aliases));
  } catch {
    return [];
  }
}
