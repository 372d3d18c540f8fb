import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeInput, type Editor, startInput } from '../../../../../lib/view/playground/input-state.ts';
import { readJsonText } from '../../../../../lib/view/form/read-json.ts';

const write = (text: string, editor: Editor = 'json') =>
  ({ type: 'write', editor, text, read: readJsonText(text) }) as const;

/** What JSON can say exactly. */
const exact = (_key: string, value: unknown) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? 0 : value;
const names = fc.string().filter((name) => !['__proto__', 'constructor'].includes(name));
const objects = fc
  .dictionary(names, fc.jsonValue({ maxDepth: 3 }))
  .map((value) => JSON.stringify(value))
  .filter((text) => !/"(?:__proto__|constructor)":/.test(text))
  .map((text) => JSON.parse(text, exact));

describe('an input written as JSON', () => {
  it('is the input, and the text stays as it was laid out', () => {
    const state = changeInput(startInput({}), write('{"a":   1}'));
    expect(state.input).toEqual({ a: 1 });
    expect(state.drafts.json).toEqual({ text: '{"a":   1}', fault: null });
  });

  it('comes back from its own text without loss', () => {
    fc.assert(
      fc.property(objects, (input) => {
        const state = changeInput(startInput({}), write(JSON.stringify(input, null, 2)));
        expect(state.input).toEqual(input);
      }),
    );
  });

  it('keeps the same object where only blanks changed, so that no price is asked for', () => {
    const input = { a: 1 };
    expect(changeInput(startInput(input), write('{ "a": 1 }')).input).toBe(input);
  });

  it.each(['{"a": 1', '[1]', '{"a": 1, "a": 2}', '{"a": 12345678901234567890}', ''])(
    'that cannot be read, %j, is kept and told, and the last good input stays',
    (text) => {
      const input = { a: 1 };
      const state = changeInput(startInput(input), write(text));
      expect(state.input).toBe(input);
      expect(state.drafts.json).toMatchObject({ text, fault: expect.stringMatching(/./) });
    },
  );
});

describe('text that cannot be read', () => {
  const broken = changeInput(startInput({ a: 1 }), write('{"a": '));

  it('survives a change by the form, until it is let go of', () => {
    const changed = changeInput(broken, { type: 'set', input: { a: 2 } });
    expect(changed).toMatchObject({ input: { a: 2 }, drafts: { json: { text: '{"a": ' } } });
    expect(changeInput(changed, { type: 'discard', editor: 'json' }).drafts.json).toBeNull();
  });

  it('survives a change by the other editor', () => {
    const changed = changeInput(broken, write('{"a": 3}', 'curl'));
    expect(changed).toMatchObject({ input: { a: 3 }, drafts: { json: { text: '{"a": ' } } });
  });

  it('becomes the input once it can be read', () => {
    expect(changeInput(broken, write('{"a": 4}'))).toMatchObject({ input: { a: 4 } });
  });
});

it('what was filled in before the page could open an input stays, and nothing else of the example does', () => {
  const first = { text: 'example', size: 1, list: ['a'] };
  const filledIn = changeInput(startInput(first), {
    type: 'set',
    input: { text: 'typed', list: first.list, note: 'new' },
  });
  const input = { text: 'shared', list: ['b'], size: 2, mood: 'calm' };
  expect(changeInput(filledIn, { type: 'open', input, first }).input).toEqual({
    text: 'typed',
    list: ['b'],
    note: 'new',
    mood: 'calm',
  });
  expect(changeInput(startInput(first), { type: 'open', input, first }).input).toBe(input);
});

it('text that could be read makes room for the next input', () => {
  const state = changeInput(startInput({}), write('{"a":1}'));
  expect(changeInput(state, { type: 'set', input: { a: 2 } }).drafts).toEqual({ json: null, curl: null });
});
