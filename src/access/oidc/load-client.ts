import type { ClientSettings, OidcClient } from "./client.ts";

/**
 * Creates the function that reads the provider's metadata when they are first needed, so that a
 * start does not wait for the provider. A failure is not kept.
 */
export function createLoadClient(settings: ClientSettings): () => Promise<OidcClient> {
  let loading: Promise<OidcClient> | undefined;
  return () => {
    if (!loading) {
      loading = import("./client.ts").then((module) => module.createOidcClient(settings));
      loading.catch(() => (loading = undefined));
    }
    return loading;
  };
}
