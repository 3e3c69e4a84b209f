import { setText } from "../../../form/form-model.ts";
import type { FormProps } from "../../kit.ts";

/** Sets the due date this many days after the issue date. */
export function setDue({ model }: FormProps, days: number): void {
  const issued = Date.parse(model.values.value["issueDate"] ?? "") || Date.now();
  const due = new Date(issued + days * 86_400_000);
  setText(model, "dueDate", due.toISOString().slice(0, 10));
}
