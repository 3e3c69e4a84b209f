/** Returns the day of a moment in the device's time zone as `YYYY-MM-DD`. */
export function toLocalDay(date: Date): string {
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return new Date(day).toISOString().slice(0, 10);
}
