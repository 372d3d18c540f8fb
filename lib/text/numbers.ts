import { plainDecimal } from '../bind/plain-text.ts';

/** `12,345.5`. `Intl` would take 15 ms for its first number, which on a phone is more than the rest of a page. */
export function groupedNumber(value: number, mostDecimals?: number): string {
  const rounded = mostDecimals === undefined ? value : Number(value.toFixed(mostDecimals));
  return groupedDigits(plainDecimal(rounded));
}

/** The same for an exact decimal, which may have more digits than a number holds. */
export function groupedDigits(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** `1 operation`, `1,200 operations`. */
export function countOf(count: number, thing: string): string {
  return `${groupedNumber(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** `1 is`, `1,200 are`; or another pair of verbs. */
export function areOf(count: number, one = 'is', several = 'are'): string {
  return `${groupedNumber(count)} ${count === 1 ? one : several}`;
}

export function creditsText(credits: number): string {
  return `${groupedNumber(credits)} ${Math.abs(credits) === 1 ? 'credit' : 'credits'}`;
}

/** An amount with its sign: `+500`, `−2`. */
export function signedNumber(amount: number): string {
  const text = groupedNumber(Math.abs(amount));
  return amount > 0 ? `+${text}` : amount < 0 ? `−${text}` : text;
}

const units = ['KiB', 'MiB', 'GiB'];
const step = 1024;
/** From here on an amount would be rounded to 1,024, so the next unit is used. */
const mostOfUnit = step - 0.05;

/** `1.5 MiB`. */
export function sizeText(bytes: number): string {
  if (bytes < step) return countOf(Math.round(bytes), 'byte');
  let amount = bytes / step;
  let unit = 0;
  while (amount >= mostOfUnit && unit < units.length - 1) {
    amount /= step;
    unit += 1;
  }
  return `${groupedNumber(amount, 1)} ${units[unit] ?? ''}`;
}

/** The bytes in the unit that a size is shown in. */
export function sizeUnit(bytes: number): number {
  const power = Math.floor(Math.log(Math.max(1, bytes)) / Math.log(step));
  return step ** Math.min(units.length, power);
}

/** `2 minutes`, `1.5 s`, `12 ms`. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= 60_000) {
    const minutes = shortNumber(milliseconds / 60_000);
    return `${minutes} ${minutes === '1' ? 'minute' : 'minutes'}`;
  }
  if (milliseconds >= 1_000) return `${shortNumber(milliseconds / 1_000)} s`;
  return `${Math.round(milliseconds)} ms`;
}

function shortNumber(value: number): string {
  return groupedNumber(value, 1);
}
