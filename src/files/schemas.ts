import { Type } from "typebox";

export const FileName = Type.String({
  minLength: 1,
  maxLength: 100,
  // A URL cannot end with a segment of dots.
  "x-check": (name: string) =>
    /^\.{1,2}$|[/\\\p{Cc}]/u.test(name)
      ? "must not be dots, or have slashes or control characters"
      : undefined,
  description: "Name of the file.",
});

export const UploadedFile = Type.Object({
  id: Type.String(),
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String(),
  expiresAt: Type.String({ format: "date-time" }),
});
