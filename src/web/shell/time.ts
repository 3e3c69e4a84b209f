/** Milliseconds that a button shows the outcome of its action. */
export const FEEDBACK_MS = 1600;

/** Formats a time of the API for people: `2026-07-13 09:30:00.120 UTC`. */
export function formatTime(at: string): string {
  return at.replace("T", " ").replace("Z", " UTC");
}

/** Formats a whole number of seconds: `40 s`, `12 min`, `5 h`, `3 days`. */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
