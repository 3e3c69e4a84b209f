export { Exports } from "../result/Exports.tsx";
export { Samples } from "./Samples.tsx";
