import type { ToolKit } from "../../kit.ts";
import { PasswordForm } from "./PasswordForm.tsx";
import { Passwords } from "./Passwords.tsx";

/** The page of passwords. */
export const kit: ToolKit = { Form: PasswordForm, Result: Passwords };
