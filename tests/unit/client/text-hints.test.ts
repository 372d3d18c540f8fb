import { expect, it } from 'vitest';
import { textHints } from '../../../client/source/command/read-input.ts';

it.each([
  ['units=300', '/units', ['units=300 is text. For a number or other JSON, write units:=300']],
  ['units=300', '/other', []],
  ['units:=300', '/units', []],
  ['units=many', '/units', []],
  ['units@300', '/units', []],
])('%s, refused at %s, is explained by %j', (field, pointer, hints) => {
  expect(textHints(['call', 'gas', field], [pointer, undefined])).toEqual(hints);
});
