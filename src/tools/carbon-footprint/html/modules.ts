import { init, parse } from "es-module-lexer";

/** What a script asks for beyond itself. */
export interface ScriptImports {
  /** Specifiers of its static imports, as written. */
  imports: string[];
  /** How many `import()` it holds: they run when its author says, if ever. */
  dynamic: number;
}

/** Finds the imports of a script, module or not; what cannot be read has none. */
export async function scriptImports(source: string): Promise<ScriptImports> {
  await init();
  try {
    const [found] = parse(source);
    const statics = found.flatMap((entry) =>
      (entry.type === "static" || entry.type === "reexport-star") && entry.specifier
        ? [entry.specifier]
        : [],
    );
    return { imports: statics, dynamic: found.filter(({ type }) => type === "dynamic").length };
  } catch {
    return { imports: [], dynamic: 0 };
  }
}
