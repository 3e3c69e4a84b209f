import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { countPositions, getSlot, type Sheet } from "../../../../domain/label-sheet/sheet.ts";

interface PositionsProps {
  sheet: Sheet;
  /** The first position that is used, from 1. */
  startAt: number;
  /** Number of labels; 0: unknown. */
  used: number;
  choose(position: number): void;
}

/** More positions than a person points at. */
const MAX_POSITIONS = 500;

/** The positions of a sheet, over its picture: the first label is chosen by a click. */
export function Positions({ sheet, startAt, used, choose }: PositionsProps): JSX.Element {
  const group = useRef<SVGSVGElement>(null);
  const count = countPositions(sheet);
  const { page, columns } = sheet;
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  const press = (event: KeyboardEvent, position: number) => {
    const step = event.key === " " || event.key === "Enter" ? 0 : steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = position + step;
    if (next < 1 || next > count) return;
    choose(next);
    group.current?.querySelectorAll("rect")[next - 1]?.focus();
  };
  return (
    <svg
      class="positions"
      viewBox={`0 0 ${page.width} ${page.height}`}
      role="radiogroup"
      aria-label="First label of the sheet"
      ref={group}
    >
      {Array.from({ length: Math.min(count, MAX_POSITIONS) }, (_, index) => {
        const position = index + 1;
        const { x, y, width, height } = getSlot(sheet, index);
        const isUsed = position >= startAt && position < startAt + used;
        return (
          <rect
            key={position}
            {...{ x, y, width, height }}
            class={isUsed ? "used" : undefined}
            role="radio"
            aria-checked={position === startAt}
            aria-label={`Position ${position}`}
            tabIndex={position === startAt ? 0 : -1}
            onClick={() => choose(position)}
            onKeyDown={(event) => press(event, position)}
          />
        );
      })}
    </svg>
  );
}
