/** Check digits and forms of identifiers, which sets of rules call as `u:name(text)`. */
export const checks: Readonly<Record<string, (text: string) => boolean>> = {};
