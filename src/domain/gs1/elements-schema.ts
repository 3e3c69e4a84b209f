import { Type } from "typebox";

const Gs1Element = Type.Object({
  ai: Type.String({ description: "Application identifier." }),
  title: Type.String({ description: "Data title of the identifier." }),
  value: Type.String(),
});

export const Gs1Elements = Type.Union([Type.Array(Gs1Element), Type.Null()], {
  description: "The elements of a GS1 message.",
});
