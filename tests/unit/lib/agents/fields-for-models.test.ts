import { expect, it } from 'vitest';
import { fieldsForModels } from '../../../../lib/agents/tool-input.ts';

const text = { type: 'string' };

it('leaves an input alone whose names models take', () => {
  const input = { type: 'object', properties: { q: text, 'a.b-c_D9': text }, required: ['q'] };
  expect(fieldsForModels(input)).toBe(input);
});

it('has no field whose name models refuse, and says which way those are sent', () => {
  const names = ['$filter', 'page[size]', 'größe', '', 'x'.repeat(65), 'a b', 'c/d'];
  const input = {
    type: 'object',
    properties: Object.fromEntries(['q', ...names].map((name) => [name, text])),
    required: ['$filter', 'q'],
    description: 'Some words.',
  };
  expect(fieldsForModels(input)).toEqual({
    type: 'object',
    properties: { q: text },
    required: ['q'],
    description: `Some words. call_product also takes the fields "$filter", "page[size]", "größe", "", "${'x'.repeat(65)}" and 2 more, whose names models refuse here.`,
  });
});
