/** A canvas that pages are drawn on, or a recorder of its calls. */
export type PageContext = Pick<
  CanvasRenderingContext2D,
  | "beginPath"
  | "bezierCurveTo"
  | "closePath"
  | "drawImage"
  | "fill"
  | "fillRect"
  | "fillStyle"
  | "globalAlpha"
  | "lineCap"
  | "lineJoin"
  | "lineTo"
  | "lineWidth"
  | "moveTo"
  | "rect"
  | "restore"
  | "save"
  | "setLineDash"
  | "setTransform"
  | "stroke"
  | "strokeStyle"
  | "transform"
> & {
  canvas: { width: number; height: number };
  getTransform(): { a: number; b: number; c: number; d: number; e: number; f: number };
};
