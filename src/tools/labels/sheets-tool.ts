import { Type } from "typebox";
import { defineTool } from "../define.ts";
import { SheetsOutput } from "./output-schema.ts";
import { PRESET_SHEETS } from "../../domain/label-sheet/presets.ts";

export default defineTool({
  name: "labels-sheets",
  title: "Sheet catalog",
  summary: "Lists the sheets of labels that have an id, with their measures in mm and aliases.",
  group: "images",
  scope: "labels",
  path: "/api/v1/labels/sheets",
  methods: ["GET"],
  input: Type.Object({}),
  output: SheetsOutput,
  example: {},
  run: () => ({ sheets: PRESET_SHEETS }),
});
