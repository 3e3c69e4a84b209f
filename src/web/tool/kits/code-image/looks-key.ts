/** The saved looks on the device. A file of its own, because the form only asks if there are any. */
export const LOOKS_KEY = "sundry:looks:code-image";
