/** Dates and times of RFC 3339. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = text.length === 10 ? (datePattern.exec(text) ?? []) : [];
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}

/** `zoned` requires a time zone. */
export function isTime(text: string, zoned: boolean): boolean {
  const parts = timePattern.exec(text);
  if (!parts) return false;
  const [, hour = '', minute = '', second = '', zone, sign, zoneHour = '0', zoneMinute = '0'] = parts;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59 || (zoned && zone === undefined)) return false;
  if (Number(hour) <= 23 && Number(minute) <= 59 && Number(second) < 60) return true;
  return (
    Number(second) < 61 &&
    isLeapMinute(Number(hour), Number(minute), Number(zoneHour), Number(zoneMinute), sign)
  );
}

export function isDateTime(text: string, zoned: boolean): boolean {
  return isDate(text.slice(0, 10)) && /^[t\s]$/i.test(text.charAt(10)) && isTime(text.slice(11), zoned);
}

/** ISO 8601 with whole numbers: `P3D`, `PT15M`, `P2W`. */
export function isDuration(text: string): boolean {
  return /^P(?!$)(?:(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?|\d+W)$/.test(text);
}

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const timePattern = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
const days = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (days[month] ?? 0);
}

/** A leap second is the last second of a UTC day. */
function isLeapMinute(
  hour: number,
  minute: number,
  zoneHour: number,
  zoneMinute: number,
  sign: string | undefined,
): boolean {
  const direction = sign === '-' ? -1 : 1;
  const utcMinute = minute - zoneMinute * direction;
  const utcHour = hour - zoneHour * direction - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1);
}
