const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov 2026, 13:36` in UTC, so that server and browser render the same. */
export function momentText(iso: string, hasSeconds = false): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return iso;
  return `${dayText(moment.toISOString())}, ${moment.toISOString().slice(11, hasSeconds ? 19 : 16)}`;
}

/** Writes the moments of a list: `21 Nov 2026, 13:36:05` if neighbours would look the same without seconds. */
export function momentTextOf<Row>(rows: Row[], momentOf: (row: Row) => string): (row: Row) => string {
  const texts = rows.map((row) => momentText(momentOf(row)));
  const hasSeconds = texts.some((text, index) => text === texts[index - 1]);
  return (row) => momentText(momentOf(row), hasSeconds);
}

/** `21 Nov 2026` */
export function dayText(iso: string): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`;
}
