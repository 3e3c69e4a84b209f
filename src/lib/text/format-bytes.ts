/** Formats bytes as network panels of browsers do, in units of 1024: 1.8 MB, 94 KB, 300 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  if (bytes >= 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${Math.round(bytes)} ${Math.round(bytes) === 1 ? "byte" : "bytes"}`;
}
