export const WORK_TYPES = ["freelance-design", "web-development", "service-agreement"] as const;
/** The types of agreements that someone is paid under. */
export const PAID_TYPES = [...WORK_TYPES, "retainer"] as const;
/** All types of agreements. */
export const TYPES = [...PAID_TYPES, "non-disclosure-agreement"] as const;

/** The type of agreement, as hints of nested members refer to it. */
export const FOR_WORK = { "/type": WORK_TYPES } as const;
export const FOR_PAID = { "/type": PAID_TYPES } as const;
