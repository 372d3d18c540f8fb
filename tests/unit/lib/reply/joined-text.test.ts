import { describe, expect, it } from 'vitest';
import { joinedText } from '../../../../lib/reply/event-reader.ts';

const events = (...data: string[]) => data.map((one) => ({ event: 'message', data: one }));
const chunk = (content: unknown, index = 0) => JSON.stringify({ choices: [{ index, delta: { content } }] });

describe('the text that events make together', () => {
  it.each<[string, string[], string | null]>([
    ['chunks of a chat', [chunk('Al'), chunk('ice'), chunk(null), '[DONE]'], 'Alice'],
    [
      'a chunk that says nothing more',
      ['{"choices":[{"delta":{},"finish_reason":"stop"}]}', '{"choices":[]}'],
      null,
    ],
    ['two answers at once', [chunk('a', 0), chunk('x', 1), chunk('b', 0), chunk('y', 1)], 'ab\n\nxy'],
    ['older completions', ['{"choices":[{"text":"on"}]}', '{"choices":[{"text":"ce"}]}'], 'once'],
    ['deltas that hold a text', ['{"delta":{"text":"a"}}', '{"delta":"b"}'], 'ab'],
    ['pieces of plain text', ['Once', ' upon', ' a time'], 'Once upon a time'],
    ['lines of plain text', ['one', 'two'], 'one\ntwo'],
    ['text that begins like JSON', ['[draft] one', '{two'], '[draft] one\n{two'],
    ['JSON of no known shape', ['{"n":1}', '[1]'], null],
    ['nothing', [], null],
  ])('of %s', (_what, data, text) => {
    expect(joinedText(events(...data))).toBe(text);
  });

  it('has nothing of an event that says what went wrong', () => {
    expect(joinedText([...events('one'), { event: 'error', data: 'gone' }])).toBe('one');
  });
});
