/** The languages of request samples by the ids of `listSamples`. */
export const LANGUAGES = {
  curl: "curl",
  fetch: "JavaScript",
  python: "Python",
  go: "Go",
  php: "PHP",
  csharp: "C#",
  ruby: "Ruby",
  cli: "CLI",
} as const;

/** Key of the device's storage for the id of the chosen language. */
export const LANGUAGE_KEY = "sundry:sample-language";
