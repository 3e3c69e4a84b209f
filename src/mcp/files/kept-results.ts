import type { FileStore } from "../../domain/files/file-store.ts";
import { formatFileUri } from "../../domain/files/file-uri.ts";
import { HttpError, UnavailableError, ValidationError } from "../../lib/errors.ts";
import type { ResultFiles } from "./result-files.ts";

interface KeptResultOptions {
  inlineBytes: number;
  /** The address to whose share the files count. */
  client: string;
  /** The URL of the server; undefined: the files belong to this process. */
  origin?: string;
}

/** Creates a place for the files of results that keeps them in a store. */
export function createKeptResults(files: FileStore, options: KeptResultOptions): ResultFiles {
  const { inlineBytes, client, origin } = options;
  return {
    inlineBytes,
    async keep(file) {
      if (file.bytes.length > files.maxFileBytes) return undefined;
      try {
        const { id, name } = await files.put(file, client);
        return { uri: formatFileUri({ id, name }, origin), name };
      } catch (error) {
        if (error instanceof UnavailableError || error instanceof HttpError) return undefined;
        throw error;
      }
    },
    prepareSave: () => Promise.reject(createFolderError()),
  };
}

/** The error of a path that no shared folder has. */
export function createFolderError(): ValidationError {
  return ValidationError.at(["saveTo"], "must be inside the folders of --files");
}
