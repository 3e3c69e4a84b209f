/** Requires a visible character: neither white space, nor a zero-width character, nor a filler. */
export const FILLED = {
  pattern: "[^\\s\\u00ad\\u115f\\u1160\\u200b-\\u200d\\u2060\\u2800\\u3164\\ufeff\\uffa0]",
  "x-message": "must not be blank",
};
/** Refuses characters that could reorder or hide text. */
export const SAFE = { "x-forbid": "controls-and-bidi" } as const;
