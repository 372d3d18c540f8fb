import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { atOnce, CredentialFilter, inTurns } from '../../../../server/gateway/cleaned-reply.ts';
import { credentialPatterns } from '../../../../server/gateway/secrets.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';
import { processorSlowness } from '../../../setup/machine-pace.ts';

const patternsOf = (value: string) =>
  credentialPatterns({ name: 'KEY', scheme: { type: 'http', scheme: 'basic' } }, value);
const hex = (character: string) => Buffer.from(character).toString('hex');
const escaped = (character: string) => `\\u00${hex(character)}`;
const percented = (character: string) => `%${hex(character)}`;

const key = 'sk-live-51H8xQ2eZvKYlo2C7bTqJtWmN4aRf6Gd9s/Lw3PzU';
const megabyte = 1024 * 1024;
const hostile: [string, string, string][] = [
  ['backslashes', key, '\\'],
  ['percent signs', key, '%'],
  ['encoded percent signs', key, '%25'],
  ['first characters', key, 's'],
  ['first characters, escaped', key, '\\u0073'],
  ['first characters, escaped eight times', key, `${'\\'.repeat(8)}u0073`],
  ['first characters in an address', key, '%252573'],
  ['all but the last character', key, key.slice(0, -1)],
  ['all but the last character, escaped', key, [...key.slice(0, -1)].map(escaped).join('')],
  ['all but the last character, in base64', key, Buffer.from(key).toString('base64').slice(0, -6)],
  ['all but the last character, in an address', key, [...key.slice(0, -1)].map(percented).join('')],
  ['credentials', key, key],
  ['short credentials', '12345678', '12345678'],
  ['a credential of one character', `${'a'.repeat(30)}b`, 'a'],
  ['a credential of one character, escaped', `${'a'.repeat(30)}b`, '\\u0061'],
];

describe('1 MiB of what looks like a credential', () => {
  it.each(hostile)('lets others have their turn after a few milliseconds: %s', (_what, value, repeated) => {
    const longestMs = () => {
      const slices = new CredentialFilter(patternsOf(value), true).whole(Buffer.alloc(megabyte, repeated));
      let longest = 0;
      for (let isDone = false; !isDone; )
        longest = Math.max(
          longest,
          cpuMs(() => (isDone = slices.next().done === true)),
        );
      return longest;
    };
    const most = 30 * processorSlowness();
    // A collection of garbage may fall into a slice, but not into the same one each time.
    let longest = longestMs();
    for (let again = 0; again < 2 && longest >= most; again += 1) longest = longestMs();
    expect(longest).toBeLessThan(most);
  });

  it('waits for its turns on the main thread', async () => {
    const turns: number[] = [];
    const counting = setInterval(() => turns.push(performance.now()), 1);
    await inTurns(new CredentialFilter(patternsOf(key), true).whole(Buffer.alloc(8 * megabyte, '%25')));
    clearInterval(counting);
    expect(turns.length).toBeGreaterThan(3);
  });
});

it.each([
  ['plain', 'abcdefgh'],
  ['backslashes', '\\'],
])('40 replies at once let others have their turn after a few milliseconds, too: %s', async (_what, text) => {
  const body = Buffer.alloc(megabyte / 4, text);
  // Compiled code is what takes its time later.
  await inTurns(new CredentialFilter(patternsOf(key), true).whole(body));
  let left = 40;
  const replies = Array.from({ length: left }, async () => {
    const cleaned = await inTurns(new CredentialFilter(patternsOf(key), true).whole(body));
    left -= 1;
    return cleaned.length;
  });
  let longestMs = 0;
  while (left > 0) {
    const { user, system } = process.cpuUsage();
    await setImmediate();
    const spent = process.cpuUsage({ user, system });
    longestMs = Math.max(longestMs, (spent.user + spent.system) / 1_000);
  }
  expect(longestMs).toBeLessThan(100 * processorSlowness());
  expect(await Promise.all(replies)).toEqual(replies.map(() => body.length));
});

it('a reply of 10 MiB takes time in proportion, also where it is all the beginnings of a credential', () => {
  const value = `${'a'.repeat(500)}b`;
  const body = Buffer.alloc(10 * 1024 * 1024, 'abcdefgh\\u0061"');
  const filter = new CredentialFilter(patternsOf(value), true);
  expect(cpuMs(() => void atOnce(filter.whole(body)))).toBeLessThan(10_000);
});
