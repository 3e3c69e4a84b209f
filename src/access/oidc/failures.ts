/** The provider cannot be reached or does not work. */
export class ProviderOutage extends Error {}

/** Returns true for an outage, and for an error that one caused. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof ProviderOutage || isOutage(error.cause);
}

/** A sign-in that the provider refused, or whose response is not the provider's. */
export class SignInError extends Error {
  /** True: the user or the provider declined. */
  readonly isDenied: boolean;

  constructor(message: string, options: { cause: unknown; isDenied: boolean }) {
    super(message, { cause: options.cause });
    this.isDenied = options.isDenied;
  }
}
