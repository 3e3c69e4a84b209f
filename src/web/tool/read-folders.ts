/** Files of dropped folders that are read at most, and how deep folders may be nested. */
const MAX_FILES = 1000;
const MAX_DEPTH = 8;

/**
 * Returns dropped files, and those of dropped folders under their paths, without hidden ones. Takes
 * the first 1,000.
 */
export async function readFolders(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  const read = async (entry: FileSystemEntry, depth: number): Promise<void> => {
    if (files.length >= MAX_FILES || entry.name.startsWith(".")) return;
    if (isFile(entry)) files.push(await readFile(entry, depth));
    else if (depth < MAX_DEPTH)
      for (const child of await listEntries(entry as FileSystemDirectoryEntry))
        await read(child, depth + 1);
  };
  for (const entry of entries) await read(entry, 0);
  return files;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

async function readFile(entry: FileSystemFileEntry, depth: number): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  if (depth === 0) return file;
  const { type, lastModified } = file;
  return new File([file], entry.fullPath.slice(1), { type, lastModified });
}

/** The reader returns up to 100 entries at a time, and none at the end. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    entries.push(...batch);
    if (batch.length === 0 || entries.length >= MAX_FILES) return entries;
  }
}
