const units = ['KB', 'MB', 'GB'];

/** `1234` → `1.2 KB`. */
export function byteCount(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  let value = bytes / 1000;
  let unit = 0;
  // What would be rounded to a thousand is one of the next unit.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value).toString()} ${units[unit] ?? ''}`;
}
