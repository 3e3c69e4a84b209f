export { FormHead } from "./head/FormHead.tsx";
import "../result/print-preview.ts";
export { Exports } from "../result/Exports.tsx";
export { Samples } from "./Samples.tsx";
