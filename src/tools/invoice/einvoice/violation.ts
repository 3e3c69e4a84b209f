import type { Path } from "../../../lib/errors.ts";

/** A missing or forbidden member; false or undefined mean no violation. */
export type RuleViolation = MemberRule | false | undefined;

/** A rule of a profile that a member breaks. */
export interface MemberRule {
  path: Path;
  /** Completes the sentence that begins with the profile's name. */
  rule: string;
}

/**
 * Returns the violation of a missing member, such as `items[3].taxCategory`. `rest` begins with its
 * term: `(BT-151)`.
 */
export function need(member: string, reason: string): MemberRule {
  const steps = member.match(/\w+/g) ?? [];
  return {
    path: steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    rule: `needs ${member} ${reason}`,
  };
}
