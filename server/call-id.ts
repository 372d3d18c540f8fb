import { randomFillSync, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** Random bytes are asked for many at a time: asking costs more than they do. */
const pool = Buffer.alloc(16 * 256);

let used = pool.length;

/** Ten letters of time, so that the index of calls grows at its end, then eighty random bits that nobody guesses. */
export function newCallId(nowMs: number): string {
  let letters = timeLetters(nowMs);
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  for (const end = used + 16; used < end; used += 1) letters += base32.charAt((pool[used] ?? 0) & 31);
  return `call_${letters}`;
}

/** No call that begins at that moment has a smaller id, and none that began before has a greater one. */
export function leastCallId(atMs: number): string {
  return `call_${timeLetters(Math.max(0, atMs))}`;
}

function timeLetters(ms: number): string {
  let letters = '';
  for (let rest = ms, index = 0; index < 10; index += 1, rest = Math.floor(rest / 32))
    letters = base32.charAt(rest % 32) + letters;
  return letters;
}

/** Crockford's base32: no ambiguous letters, and none that needs escaping. */
export const base32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** Each letter has five random bits. */
export function randomLetters(count: number): string {
  let letters = '';
  for (const byte of randomBytes(count)) letters += base32[byte & 31];
  return letters;
}

export function newAccountId(): string {
  return `acc_${randomLetters(16)}`;
}

/** Names this process among the portals of a database. */
export const instanceName = `${hostname()} ${process.pid}`;
