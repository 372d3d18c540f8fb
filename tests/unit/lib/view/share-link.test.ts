import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShareLink, writeShareLink } from '../../../../lib/view/share-link.ts';
import { runs } from '../../../setup/runs.ts';
import { everything, portalInputs } from './snippets/portal-json.ts';

function fragmentOf(input: Parameters<typeof writeShareLink>[0]): string {
  const link = writeShareLink(input);
  if (!link.ok) throw new Error(link.detail);
  return link.fragment;
}

describe('a share link', () => {
  it('carries any input there and back', () => {
    expect(readShareLink(fragmentOf(everything))).toEqual({ ok: true, input: everything });
    fc.assert(
      fc.property(portalInputs, (input) => {
        const fragment = fragmentOf(input);
        expect(fragment).toMatch(/^input=1\.[\w-]+$/);
        expect(readShareLink(fragment)).toEqual({ ok: true, input });
        expect(readShareLink(new URL(`https://a.example/#${fragment}`).hash)).toEqual({ ok: true, input });
      }),
      { numRuns: runs(50) },
    );
  });

  it('leaves files out and says which', () => {
    const file = `data:image/png;base64,${'A'.repeat(2_000)}`;
    const short = 'data:text/plain,hello';
    const link = writeShareLink({ text: short, file, deep: { 'a/b~': [1, file, { c: file }], d: 'data:' } });
    expect(link).toMatchObject({ ok: true, leftOut: ['/file', '/deep/a~1b~0/1', '/deep/a~1b~0/2/c'] });
    expect(link.ok && readShareLink(link.fragment)).toEqual({
      ok: true,
      input: { text: short, deep: { 'a/b~': [1, {}], d: 'data:' } },
    });
  });

  it('says so when an input is too long for it', () => {
    expect(writeShareLink({ text: 'a'.repeat(5_900) })).toMatchObject({ ok: true, leftOut: [] });
    expect(writeShareLink({ text: 'a'.repeat(9_000) })).toEqual({
      ok: false,
      detail:
        'This input is too long for a link: it would take 12,023 characters, and many programs cut links of more than 8,000. Copy it as JSON or cURL instead.',
    });
  });

  it.each(['', '#', '#price', 'heading-2', '#inputs', '#a=input=1.x'])('is not what %j is', (fragment) => {
    expect(readShareLink(fragment)).toBeNull();
  });

  it.each([
    'input=1.',
    'input=1.a',
    'input=1.ab%20cd',
    'input=1.e30=',
    fragmentOf({ text: 'whole' }).slice(0, -3),
    `input=1.${btoa('[1]').replaceAll('=', '')}`,
    `input=1.${btoa('{"__proto__":{}}').replaceAll('=', '')}`,
    `input=1.${btoa('{"a":').repeat(3_000)}`,
  ])('that is broken is told: %.40s', (fragment) => {
    expect(readShareLink(fragment)).toEqual({ ok: false, detail: expect.stringContaining('broken') });
  });

  it('of a later version is told', () => {
    expect(readShareLink('#input=2.abc')).toEqual({
      ok: false,
      detail: expect.stringContaining('newer version'),
    });
  });

  it('never throws, whatever stands in an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const fragment of [text, `input=${text}`, `#input=1.${text}`]) readShareLink(fragment);
      }),
      { numRuns: runs(200) },
    );
  });
});
