export { ChooseSecond } from "./compare/ChooseSecond.tsx";
export { Comparison } from "./compare/Comparison.tsx";
export { PlanEditor } from "./plan/PlanEditor.tsx";
export { Replay } from "./request/Replay.tsx";
export { Signature } from "./request/Signature.tsx";
export { Source } from "./request/Source.tsx";
export { TokenForm } from "./TokenForm.tsx";
export { Delete, Export, Forward } from "./Workbench.tsx";
