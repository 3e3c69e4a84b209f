/** A code image to draw: valid, and with every default filled in. */
export interface CodeImageOptions {
  code: string;
  /** The canonical name of a language; `plaintext` for none. */
  language: string;
  theme: string;
  showLineNumbers: boolean;
  showWindowChrome: boolean;
  fontSize: number;
  padding: number;
  scale: number;
}

/** The result of drawing a code image, or the number of lines that would fit. Sizes in device pixels. */
export type RenderResult =
  | {
      kind: "drawn";
      png: Uint8Array;
      width: number;
      height: number;
      scale: number;
      language: string;
      /** Why the code is drawn as plain text although a language was set. */
      reason?: "timeout" | "failure";
    }
  | { kind: "too-large"; linesThatFit: number; scale: number };

/** Draws code images, each within a bounded time. Throws UnavailableError when too many are queued. */
export interface Renderer {
  draw(picture: CodeImageOptions): Promise<RenderResult>;
}
