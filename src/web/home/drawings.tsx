import type { JSX } from "preact";

/** A page of lines, for tools whose example was not run in time. */
export function LinesPage(): JSX.Element {
  return (
    <svg viewBox="0 0 84 108" width="84" height="108">
      <rect width="84" height="108" rx="4" class="paper" />
      <g class="lines">
        <path d="M12 18h34" stroke-width="5" />
        <path d="M12 34h60M12 44h56M12 54h60M12 64h40" stroke-width="2.5" />
        <path d="M12 80h60M12 90h28" stroke-width="2.5" />
      </g>
    </svg>
  );
}

/** A page with headings, a paragraph, a block of code and a list, beside its Markdown. */
export function MarkdownPage(): JSX.Element {
  return (
    <svg viewBox="0 0 190 108" width="190" height="108">
      <g class="mono">
        <text x="0" y="20">
          # Guide
        </text>
        <text x="0" y="36">
          Some **words**
        </text>
        <text x="0" y="52">
          ```js
        </text>
        <text x="0" y="66">
          run()
        </text>
        <text x="0" y="80">
          ```
        </text>
      </g>
      <path d="M84 48h10m-4-4 4 4-4 4" class="arrow" />
      <rect x="104" width="84" height="108" rx="4" class="paper" />
      <g class="lines">
        <path d="M115 18h40" stroke-width="6" class="ink" />
        <path d="M115 33h60M115 41h52" stroke-width="2.5" />
      </g>
      <rect x="113" y="50" width="66" height="22" rx="3" class="block" />
      <g class="lines">
        <path d="M119 58h28" stroke-width="2.5" class="accent" />
        <path d="M119 65h40" stroke-width="2.5" />
        <path d="M121 82h48M121 91h40M121 100h44" stroke-width="2.5" />
        <path d="M115 82h.1M115 91h.1M115 100h.1" stroke-width="3.5" class="accent" />
      </g>
    </svg>
  );
}

const INVOICE_LINES = ["<Invoice>", " <ID>R-1", " <TaxTotal>", " <Party>", "</Invoice>"];

/** The XML of an invoice, and a page of its figures with the mark of a valid one. */
export function CheckedInvoice(): JSX.Element {
  return (
    <svg viewBox="0 0 190 108" width="190" height="108">
      <g class="mono">
        {INVOICE_LINES.map((line, index) => (
          <text key={line} x={line.startsWith(" ") ? 8 : 0} y={24 + index * 16}>
            {line.trim()}
          </text>
        ))}
      </g>
      <path d="M76 54h14m-4-4 4 4-4 4" class="arrow" />
      <rect x="104" width="84" height="108" rx="4" class="paper" />
      <g class="lines">
        <path d="M115 18h34" stroke-width="6" class="ink" />
        <path d="M115 38h34M115 50h28M115 62h32" stroke-width="2.5" />
        <path d="M165 38h12M167 50h10M163 62h14" stroke-width="2.5" class="ink" />
        <path d="M115 74h62" stroke-width="1" />
      </g>
      <circle cx="170" cy="90" r="9" class="seal" />
      <path d="m166 90 3 3 5-6" class="tick" />
    </svg>
  );
}

/** Widths of bars and gaps. */
const BARS = [
  3, 1, 1, 2, 2, 1, 1, 3, 1, 2, 3, 1, 1, 1, 2, 2, 1, 3, 2, 1, 1, 2, 3, 1, 2, 1, 1, 2, 3,
];

/** A barcode in the frame of a camera, with the text that was found. */
export function ScannedBarcode(): JSX.Element {
  let x = 34;
  const bars = BARS.map((width, index) => {
    const at = x;
    x += width * 2;
    return index % 2 === 0 ? <rect key={at} x={at} y="16" width={width * 2} height="40" /> : null;
  });
  return (
    <svg viewBox="0 0 170 96" width="170" height="96">
      <rect x="22" y="6" width="126" height="60" rx="3" class="white" />
      <g class="black">{bars}</g>
      <path
        d="M14 20V4a4 4 0 0 1 4-4h16M136 0h16a4 4 0 0 1 4 4v16M156 52v16a4 4 0 0 1-4 4h-16M34 72H18a4 4 0 0 1-4-4V52"
        class="frame"
        transform="translate(0 1)"
      />
      <path d="M22 36h126" class="beam" />
      <text x="85" y="91" text-anchor="middle" class="mono found">
        4006381333931
      </text>
    </svg>
  );
}

/** A dial from A+ to F with its needle at a good grade. */
export function GradeDial(): JSX.Element {
  return (
    <svg viewBox="0 0 120 84" width="120" height="84">
      <g class="dial">
        <path d="M14 70a46 46 0 0 1 14-33" class="best" />
        <path d="M32 34a46 46 0 0 1 25-10" class="fine" />
        <path d="M63 24a46 46 0 0 1 25 10" class="fair" />
        <path d="M92 37a46 46 0 0 1 14 33" class="poor" />
      </g>
      <path d="M60 70 36 46" class="needle" />
      <circle cx="60" cy="70" r="5" class="hub" />
      <text x="60" y="56" text-anchor="middle" class="grade">
        A
      </text>
    </svg>
  );
}

/** Modules of a code, as squares of a grid of seven. */
const MODULES =
  "M0 0h3v3h-3zM4 0h1v2h-1zM6 0h1v1h-1zM0 4h2v1h-2zM4 3h3v2h-3zM1 6h2v1h-2zM5 6h2v1h-2z";

/** A sheet of labels, each with a code and two lines; the first ones are used up. */
export function LabelSheet(): JSX.Element {
  const places = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => [
    8 + (index % 2) * 64,
    8 + (index >> 1) * 24,
  ]);
  return (
    <svg viewBox="0 0 138 108" width="138" height="108">
      <rect width="138" height="108" rx="4" class="paper" />
      {places.map(([x = 0, y = 0], index) => (
        <g key={index} transform={`translate(${x} ${y})`}>
          <rect width="58" height="20" rx="2" class="block" />
          {index > 1 && (
            <>
              <path d={MODULES} transform="translate(3 3) scale(2)" class="modules" />
              <g class="lines">
                <path d="M23 7h24" stroke-width="3" class="ink" />
                <path d="M23 13h28" stroke-width="2" />
              </g>
            </>
          )}
        </g>
      ))}
    </svg>
  );
}
