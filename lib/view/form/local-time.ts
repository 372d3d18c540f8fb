/** `2026-01-15T10:30`, 60 minutes ahead of UTC → `2026-01-15T10:30:00+01:00`. */
export function withOffset(local: string, offsetMinutes: number): string {
  const [date = '', time = ''] = local.split('T');
  const full = time.length === 5 ? `${time}:00` : time;
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const offset =
    offsetMinutes === 0 ? 'Z' : `${offsetMinutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return `${date}T${full}${offset}`;
}
