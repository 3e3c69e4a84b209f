import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { chooseTextColor, getLuminance } from "#src/lib/graphics/color.js";

test("chooseTextColor is white on dark and black on light colors", () => {
  for (const ground of ["#000000", "#1d4ed8", "#0f766e", "#b91c1c"]) {
    assert.equal(chooseTextColor(ground), "#ffffff", ground);
  }
  for (const ground of ["#ffffff", "#fde68a", "#00ff00", "#FFA500"]) {
    assert.equal(chooseTextColor(ground), "#000000", ground);
  }
});

test("the relative luminance of a color is that of WCAG 2.2", () => {
  const found = ["#ffffff", "#bada55", "#0f766e"].map((color) => getLuminance(color).toFixed(4));
  assert.deepEqual(found, ["1.0000", "0.6124", "0.1418"]);
});

test("chooseTextColor has a contrast of at least 4.5 on every color", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (rgb) => {
      const ground = getLuminance(`#${rgb.toString(16).padStart(6, "0")}`);
      const ink = getLuminance(chooseTextColor(`#${rgb.toString(16).padStart(6, "0")}`));
      const [light, dark] = [Math.max(ground, ink), Math.min(ground, ink)];
      assert.ok((light + 0.05) / (dark + 0.05) >= 4.5);
    }),
  );
});
