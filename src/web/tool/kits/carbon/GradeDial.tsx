import type { JSX } from "preact";
import { GRADES } from "../../../../domain/carbon/grades.ts";

const OUTER = 92;
const INNER = 66;
/** Degrees between two segments. */
const GAP = 2;

/** A half circle with a segment for each grade, in words: the grade and its range. */
export function GradeDial({ grade }: { grade: string }): JSX.Element {
  const step = 180 / GRADES.length;
  const at = GRADES.findIndex(([name]) => name === grade);
  return (
    <figure class="dial">
      <svg viewBox="0 0 200 112" role="img" aria-label={`Carbon grade ${grade}`}>
        {GRADES.map(([name], index) => (
          <path
            key={name}
            class={index === at ? `segment g${index} on` : `segment g${index}`}
            d={formatSegment(180 - index * step - GAP / 2, 180 - (index + 1) * step + GAP / 2)}
          />
        ))}
        {GRADES.map(([name], index) => {
          const [x, y] = point(180 - (index + 0.5) * step, (OUTER + INNER) / 2);
          return (
            <text key={name} x={x} y={y} class={index === at ? "tick on" : "tick"}>
              {name}
            </text>
          );
        })}
        <text x="100" y="92" class="grade">
          {grade}
        </text>
      </svg>
      <figcaption>{describeRange(at)}</figcaption>
    </figure>
  );
}

function describeRange(at: number): string {
  const [grade = "", max = 0] = GRADES[at] ?? [];
  const [, min = 0] = GRADES[at - 1] ?? [];
  if (at === 0) return `Grade ${grade}: up to ${max} g`;
  return max === Infinity ? `Grade ${grade}: over ${min} g` : `Grade ${grade}: ${min} to ${max} g`;
}

/**
 * Returns the path of a ring's segment between two angles in degrees, counter-clockwise from the
 * right.
 */
function formatSegment(from: number, to: number): string {
  const [[x1, y1], [x2, y2]] = [point(from, OUTER), point(to, OUTER)];
  const [[x3, y3], [x4, y4]] = [point(to, INNER), point(from, INNER)];
  return `M${x1} ${y1}A${OUTER} ${OUTER} 0 0 1 ${x2} ${y2}L${x3} ${y3}A${INNER} ${INNER} 0 0 0 ${x4} ${y4}Z`;
}

function point(degrees: number, radius: number): [x: number, y: number] {
  const angle = (degrees / 180) * Math.PI;
  return [round(100 + radius * Math.cos(angle)), round(100 - radius * Math.sin(angle))];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
