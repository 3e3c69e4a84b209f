import type { ImageOptions } from "../../domain/code-image/geometry.ts";
import type { EditorTheme } from "../../domain/code-image/theme-file.ts";

/** A range of line numbers, both inclusive. */
export type LineRange = readonly [first: number, last: number];

/**
 * The backdrop around the window: the theme's, a color (`#rrggbb`), transparent, or none without
 * any margin.
 */
export type Background = "theme" | "transparent" | "none" | `#${string}`;

/** A code image to draw: valid, and with every default filled in. */
export interface CodeImageOptions extends Omit<ImageOptions, "titleColumns"> {
  code: string;
  /** The canonical name of a language; `plaintext` for none. */
  language: string;
  theme: string;
  /** Replaces `theme`. Default: none. */
  editorTheme?: EditorTheme;
  /** Default: PNG. */
  format?: "png" | "svg";
  /** Default: the theme's. */
  background?: Background;
  /** Text in the title bar. Default: none. */
  title?: string;
  /** Lines to emphasize, by their numbers. Default: none. */
  highlightLines?: readonly LineRange[];
  /** True when lines that begin with `+` or `-` are drawn as added and removed. */
  diff?: boolean;
}

/**
 * The result of drawing a code image, or the number of lines that would fit. Sizes in device
 * pixels.
 */
export type RenderResult =
  | {
      kind: "drawn";
      type: "image/png" | "image/svg+xml";
      image: Uint8Array;
      width: number;
      height: number;
      scale: number;
      language: string;
      /** The reason why the code is drawn as plain text although a language was set. */
      reason?: "timeout" | "failure";
    }
  | { kind: "too-large"; linesThatFit: number; scale: number };

/**
 * Draws code images, each within a bounded time. Throws UnavailableError when too many are queued.
 */
export interface Renderer {
  draw(options: CodeImageOptions): Promise<RenderResult>;
}
