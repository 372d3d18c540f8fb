import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventReader, type ReplyEvent } from '../../../../lib/reply/event-reader.ts';

function read(bytes: Uint8Array, cuts: readonly number[] = []) {
  const reader = new EventReader();
  const ends = [...cuts, bytes.length].sort((one, other) => one - other);
  let start = 0;
  for (const end of ends) {
    reader.read(bytes.subarray(start, end));
    start = end;
  }
  const receipt = reader.end();
  return { events: reader.events, receipt, leftOut: reader.leftOut };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const line = fc.stringMatching(/^[^\r\n\0]{0,12}$/u);
const event: fc.Arbitrary<ReplyEvent> = fc
  .record(
    {
      event: line.filter((name) => name !== ''),
      data: fc.array(line, { minLength: 1, maxLength: 3 }),
      id: line,
    },
    { requiredKeys: ['event', 'data'] },
  )
  .map(({ data, ...rest }) => ({ ...rest, data: data.join('\n') }));

function written({ event: name, data, id }: ReplyEvent, newline: string): string {
  const lines = [
    `event: ${name}`,
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...data.split('\n').map((part) => `data: ${part}`),
  ];
  return `${lines.join(newline)}${newline}${newline}`;
}

describe('an event stream', () => {
  it('is read alike, wherever it is cut and whatever ends its lines', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(), { maxLength: 12 }),
        (events, newline, places) => {
          const closing = `: farebox-receipt {"charged":3}${newline}${newline}`;
          const bytes = bytesOf(events.map((one) => written(one, newline)).join('') + closing);
          const cuts = places.map((place) => place % (bytes.length + 1));
          expect(read(bytes, cuts)).toEqual({ events, receipt: { charged: 3 }, leftOut: false });
        },
      ),
    );
  });

  it('is read alike when every byte comes alone', () => {
    const bytes = bytesOf('\ufeffevent: wört\r\ndata: 🎫 eins\r\ndata: zwei\r\n\r\ndata: [DONE]\n\n');
    const all = Array.from(bytes, (_, index) => index);
    expect(read(bytes, all).events).toEqual([
      { event: 'wört', data: '🎫 eins\nzwei' },
      { event: 'message', data: '[DONE]' },
    ]);
  });

  it.each([
    ['no comment', 'data: 1\n\n', null],
    ['a receipt that is not the last thing', ': farebox-receipt {"charged":0}\n\ndata: 1\n\n', null],
    [
      'the last of two',
      ': farebox-receipt {"charged":0}\n\n: farebox-receipt {"charged":9}\n\n',
      { charged: 9 },
    ],
    ['a receipt that is no JSON', ': farebox-receipt {charged}\n\n', null],
    ['a receipt inside of data', 'data: : farebox-receipt {"charged":0}\n\n', null],
    ['another comment', ': ping\n\n', null],
  ])('closes with %s', (_what, text, receipt) => {
    expect(read(bytesOf(text)).receipt).toEqual(receipt);
  });

  it('leaves out an event without an end, and says what is after it', () => {
    const long = `data: ${'x'.repeat(2 * 1024 * 1024)}`;
    const { events, leftOut, receipt } = read(
      bytesOf(`data: 1\n\n${long}\n\n: farebox-receipt {"charged":1}\n\n`),
      [9, 1_500_000],
    );
    expect({ events, leftOut, receipt }).toEqual({
      events: [{ event: 'message', data: '1' }],
      leftOut: true,
      receipt: { charged: 1 },
    });
  });

  it('lists ten thousand events, and says that there are more', () => {
    const { events, leftOut } = read(bytesOf('data: 1\n\n'.repeat(10_001)));
    expect([events.length, leftOut]).toEqual([10_000, true]);
  });
});
