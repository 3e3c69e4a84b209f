import { UnavailableError } from "../lib/errors.ts";
import { FetchError, type FetchErrorCode } from "../lib/net/network.ts";

/**
 * Error codes of Node, OpenSSL and undici with their FetchError codes and messages. The first match
 * counts.
 */
const MAPPINGS: readonly [pattern: RegExp, code: FetchErrorCode, message: string][] = [
  [
    /TIMEOUT|ETIMEDOUT/,
    "timeout",
    "timed out because the server did not respond within the limits",
  ],
  [
    // OpenSSL's certificate errors have no common prefix.
    /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_|PATH_LENGTH|ERROR_IN_CERT|UNSPECIFIED)/,
    "tls",
    "failed at TLS because the certificate or the handshake is invalid",
  ],
  [
    /^(EAI_AGAIN|ENETUNREACH)$/,
    "offline",
    // DNS also answers so while the servers of one name fail.
    "could not be reached because this server seems to have no internet access",
  ],
  [/^(ENOTFOUND|EAI_)/, "dns", "has a host that was not found in DNS; check the spelling"],
  [/HEADERS_OVERFLOW/, "unreachable", "is unreachable because its response headers are too large"],
  [/^(HPE_|UND_ERR_RES)/, "unreachable", "is unreachable because its response is not valid HTTP"],
];

export function toFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof UnavailableError) {
    return new FetchError("timeout", "timed out because its host could not be looked up in time");
  }
  const errorCode = getErrorCode(error);
  const mapping = MAPPINGS.find(([pattern]) => pattern.test(errorCode));
  if (mapping) return new FetchError(mapping[1], mapping[2]);
  return new FetchError("unreachable", "is unreachable because the connection failed");
}

/** Returns the code of an error; of several connection attempts, that of the last one. */
function getErrorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return getErrorCode(error.errors.at(-1));
  }
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? "") : "";
}
