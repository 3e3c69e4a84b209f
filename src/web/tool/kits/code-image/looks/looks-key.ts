/** Apart from the rest, because the form only asks if the device has looks. */
export const LOOKS_KEY = "sundry:looks:code-image";
