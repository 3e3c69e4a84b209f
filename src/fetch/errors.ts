import { UnavailableError } from "../lib/errors.ts";
import { FetchError, type FetchErrorCode } from "../lib/network.ts";

/** Codes of Node and undici, each with what they mean to the caller. */
const MEANINGS: [pattern: RegExp, kind: FetchErrorCode, message: string][] = [
  [/TIMEOUT|ETIMEDOUT/, "timeout", "timed out: no answer within the limits"],
  [
    // What OpenSSL finds wrong with a certificate has names without a prefix of their own.
    /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_|PATH_LENGTH|ERROR_IN_CERT|UNSPECIFIED)/,
    "tls",
    "is refused at TLS: the certificate or the handshake does not hold",
  ],
  [/^(ENOTFOUND|EAI_)/, "dns", "has a host name that DNS does not know"],
  [/HEADERS_OVERFLOW/, "unreachable", "is unreachable: its response headers have no end"],
  [/^(HPE_|UND_ERR_RES)/, "unreachable", "is unreachable: what answers does not speak HTTP"],
];

/** The failure that an error from the connection stands for. */
export function toFailure(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof UnavailableError) {
    return new FetchError("timeout", "timed out: its host name could not be looked up in time");
  }
  const code = codeOf(error);
  const known = MEANINGS.find(([pattern]) => pattern.test(code));
  if (known) return new FetchError(known[1], known[2]);
  return new FetchError("unreachable", "is unreachable: the connection failed or broke off");
}

/** A connection tried on several addresses fails with several errors; the last one speaks. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return codeOf(error.errors.at(-1));
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? "") : "";
}
