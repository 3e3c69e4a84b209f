import type { Polygon } from "./fill-polygons.ts";
import type { Subpath } from "./flatten.ts";

/** Number of corners of the disc that joins lines. */
const DISC_CORNERS = 16;

/**
 * Returns polygons that cover a stroke, for the nonzero rule: a rectangle along each line, and a
 * disc at each joint. Joints are always round, which small logos do not show; ends have the shape
 * of `cap`.
 */
export function createStrokePolygons(
  { points, isClosed }: Subpath,
  width: number,
  cap: "butt" | "round" | "square" = "butt",
): Polygon[] {
  const polygons: Polygon[] = [];
  const count = points.length / 2;
  const at = (index: number) =>
    [points[(index % count) * 2] as number, points[(index % count) * 2 + 1] as number] as const;
  const segments = isClosed ? count : count - 1;
  for (let index = 0; index < segments; index++) {
    const isEnd = !isClosed && cap === "square";
    polygons.push(
      ...createRectangle(at(index), at(index + 1), {
        half: width / 2,
        before: isEnd && index === 0,
        after: isEnd && index === segments - 1,
      }),
    );
    const isJoint = isClosed || index > 0 || cap === "round";
    if (isJoint) polygons.push(createDisc(at(index), width / 2));
  }
  if (!isClosed && cap === "round") polygons.push(createDisc(at(count - 1), width / 2));
  return polygons;
}

type PathPoint = readonly [x: number, y: number];

function createRectangle(
  [x1, y1]: PathPoint,
  [x2, y2]: PathPoint,
  { half, before, after }: { half: number; before: boolean; after: boolean },
): Polygon[] {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return [];
  const [dx, dy] = [((x2 - x1) / length) * half, ((y2 - y1) / length) * half];
  const [ax, ay] = before ? [x1 - dx, y1 - dy] : [x1, y1];
  const [bx, by] = after ? [x2 + dx, y2 + dy] : [x2, y2];
  return [[ax - dy, ay + dx, bx - dy, by + dx, bx + dy, by - dx, ax + dy, ay - dx]];
}

/**
 * Creates a disc in the same direction as {@link createRectangle}, so that overlaps do not cancel
 * out.
 */
function createDisc([x, y]: PathPoint, radius: number): Polygon {
  return Array.from({ length: DISC_CORNERS }, (_, corner) => {
    const angle = (-2 * Math.PI * corner) / DISC_CORNERS;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
}
