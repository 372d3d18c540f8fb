import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  type EntryField,
  type EntryFields,
  entryFields,
  fieldAtLine,
  withEntryField,
} from '../../../../lib/product/edit-entry.ts';

const text = `# Ours.
slug: boats   # never changes
name: "Boats"
type: sea
provider: acme
labels: [old, wooden] # by hand
introduction:
  - title: What it does
    text: Lists boats.
doc: |
  ## Boats

  All of them.
operation:
  server: { url: https://x.example } # mirrored
  method: get
  path: /boats
`;

const values: EntryFields = {
  name: 'Ships: all',
  type: 'land',
  provider: 'other',
  labels: ['new'],
  capabilities: ['list'],
  searchWords: ['vessel', 'to sail'],
  introduction: [
    { title: 'One', text: 'First.\nSecond.' },
    { title: 'Two', text: '' },
  ],
  doc: '# Title\n\nText with `code`: and more\n\n- a\n',
};
const fields: EntryField[] = [
  'name',
  'type',
  'provider',
  'labels',
  'capabilities',
  'searchWords',
  'introduction',
  'doc',
];

describe('a field of the form', () => {
  const change = (entry: string, name: EntryField) => withEntryField(entry, name, values[name]);
  it.each(fields)('%s is changed in place, and all else stays as it was written', (name) => {
    const value = values[name];
    const changed = change(text, name);
    expect(parse(changed)).toEqual({ ...z.looseObject({}).parse(parse(text)), [name]: value });
    expect(entryFields(changed)).toMatchObject({ [name]: value });
    for (const comment of ['# Ours.', '# never changes', '# mirrored']) expect(changed).toContain(comment);
    const others = text.split('\n').filter((line) => /^(?:slug|operation| {2}server)/.test(line));
    for (const line of others) expect(changed).toContain(line);
    expect(change(changed, name)).toBe(changed);
  });

  it('keeps the comment behind its value, above it where that has more lines now', () => {
    expect(withEntryField(text, 'type', 'land')).toContain('type: land\n');
    expect(withEntryField(text, 'labels', ['x'])).toContain('# by hand\nlabels:\n  - x\nintroduction:');
  });

  it('is changed in an entry that is JSON, too, and in one without a line at its end', () => {
    const json = JSON.stringify({ slug: 'a', name: 'A', operation: {} });
    expect(parse(withEntryField(json, 'name', 'B'))).toEqual({ slug: 'a', name: 'B', operation: {} });
    expect(withEntryField('slug: a\nname: A', 'doc', 'Text')).toBe('slug: a\nname: A\ndoc: Text\n');
  });

  it('is known by the lines of its faults', () => {
    const at = [2, 3, 6, 8, 11, 15].map((line) => fieldAtLine(text, line));
    expect(at).toEqual([undefined, 'name', 'labels', 'introduction', 'doc', undefined]);
  });
});

it.each([['a: [b'], ['- a'], ['name: {a: 1}'], ['']])('%j has no form', (broken) => {
  expect(entryFields(broken)).toBeUndefined();
});
