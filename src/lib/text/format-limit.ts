/** Formats a limit of bytes in its largest whole unit: `2 GiB`. */
export function formatLimit(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  const unit = [3, 2, 1].find((power) => bytes % 1024 ** power === 0) ?? 0;
  return `${bytes / 1024 ** unit} ${units[unit]}`;
}
