export { Form } from "./Form.tsx";
export { PlanEditor } from "./plan/PlanEditor.tsx";
export { Replay } from "./Replay.tsx";
export { Signature } from "./Signature.tsx";
export { Source } from "./Source.tsx";
export { Delete, Export, Forward } from "./Workbench.tsx";
