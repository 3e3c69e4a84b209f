export { PlanEditor } from "./plan/PlanEditor.tsx";
export { Replay } from "./request/Replay.tsx";
export { Signature } from "./request/Signature.tsx";
export { Source } from "./request/Source.tsx";
export { Delete, Export, Forward } from "./Workbench.tsx";
