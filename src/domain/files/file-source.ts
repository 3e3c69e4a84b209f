import type { FileSource } from "../../lib/input/file-members.ts";
import type { FileStore } from "./file-store.ts";
import { parseFileUri } from "./file-uri.ts";

/** Creates the source of the files in a store, which are named by their URIs. */
export function createFileSource(files: FileStore): FileSource {
  return {
    isReference: (text) => parseFileUri(text) !== undefined,
    async read(reference, maxBytes) {
      const { id = "", name = "" } = parseFileUri(reference) ?? {};
      const file = await files.get(id, name);
      if (!file) return "names a file that does not exist or has expired";
      return file.bytes.length > maxBytes ? `names a file over ${maxBytes} bytes` : file;
    },
  };
}
