import { expect, test } from 'vitest';
import { mostUnpaidMs, UnpaidTime } from '../../../../server/gateway/deadlines.ts';

const minuteMs = 60_000;

test('a caller is over the limit from the first millisecond past it', () => {
  const time = new UnpaidTime();
  time.add('a', mostUnpaidMs, 0);
  expect(time.isOver('a', 0)).toBe(false);
  time.add('a', 1, 0);
  expect([time.isOver('a', 0), time.isOver('b', 0)]).toEqual([true, false]);
});

test('what is counted fades by the limit in a minute', () => {
  const time = new UnpaidTime();
  time.add('a', 1.5 * mostUnpaidMs, 0);
  expect(time.isOver('a', minuteMs / 2 - 1)).toBe(true);
  expect(time.isOver('a', minuteMs / 2)).toBe(false);
  time.add('a', mostUnpaidMs / 2, minuteMs);
  expect(time.isOver('a', minuteMs)).toBe(false);
  time.add('a', 1, minuteMs);
  expect(time.isOver('a', minuteMs)).toBe(true);
});

test('nobody is over it for more than a minute after the last failure', () => {
  const time = new UnpaidTime();
  for (let call = 0; call < 100; call += 1) time.add('a', mostUnpaidMs, 0);
  expect(time.isOver('a', minuteMs - 1)).toBe(true);
  expect(time.isOver('a', minuteMs)).toBe(false);
});

test('of more callers than are remembered, those that failed longest ago are forgotten, whoever looks', () => {
  const time = new UnpaidTime();
  const ids = Array.from({ length: 20_001 }, (_, count) => `caller ${count}`);
  for (const id of ids) {
    time.add(id, 2 * mostUnpaidMs, 0);
    time.isOver('caller 0', 0);
  }
  expect(ids.filter((id) => !time.isOver(id, 0))).toEqual(['caller 0']);
});
