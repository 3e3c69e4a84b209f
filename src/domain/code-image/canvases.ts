/** The fixed sizes of code images, in pixels of the file, by their names in the API. */
export const CANVASES = {
  "1200x630": { width: 1200, height: 630 },
  "1080x1080": { width: 1080, height: 1080 },
  "1920x1080": { width: 1920, height: 1080 },
} as const;

export type CanvasName = keyof typeof CANVASES;

export const CANVAS_NAMES = Object.keys(CANVASES) as CanvasName[];
