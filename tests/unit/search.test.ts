import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alternative, alternativesOf } from '../../lib/search/alternatives.ts';
import { isCorrectable, isOneEditAway, oneEditAway } from '../../lib/search/one-edit-away.ts';
import { foldedPhrase, parseSearch, searchableName } from '../../lib/search/parse-search.ts';
import { searchTiers } from '../../lib/search/search-tiers.ts';
import { runs } from '../setup/runs.ts';

describe('what was typed', () => {
  it.each([
    ['QR code', ['qr', 'code'], []],
    ['Générer', ['generer'], []],
    ['how to resize an image', ['resize', 'image'], []],
    ['to', ['to'], []],
    ['c++', ['c'], ['c++']],
    ['run C# code', ['run', 'c', 'code'], ['c#']],
    ['notepad++', ['notepad'], []],
    ['node.js', ['node', 'js'], []],
    ['"*()^:-', [], []],
  ])('%s: words %j, letter by letter %j', (q, words, literals) => {
    const parsed = parseSearch(q);
    expect(parsed.words.map(({ text }) => text)).toEqual(words);
    expect(parsed.literals).toEqual(literals);
  });

  it('has the parts of a name in camel case', () => {
    expect(parseSearch('createChatCompletion HTML iPhone15Pro').words.map(({ parts }) => parts)).toEqual([
      ['create', 'chat', 'completion'],
      [],
      ['i', 'phone15', 'pro'],
    ]);
  });
});

it.each([
  ['QR code', 'QR code'],
  ['createVectorStore', 'createVectorStore create Vector Store'],
])('%s is stored for search as %s', (name, text) => {
  expect(searchableName(name)).toBe(text);
});

it.each([
  ['E-Mail', 'e mail'],
  ['  Résumé ', 'resume'],
  ['++', ''],
])('%s is compared as %j', (phrase, folded) => {
  expect(foldedPhrase(phrase)).toBe(folded);
});

describe('other ways to write it', () => {
  const written = (q: string, synonyms: string[][] = []) =>
    alternativesOf(parseSearch(q).words, synonyms).map(({ from, to, phrases }: Alternative) => {
      const texts = phrases.map(({ words, isPrefix }) => words.join(' ') + (isPrefix ? '*' : ''));
      return `${from}-${to} ${texts.join(' + ')}`;
    });

  it.each([
    ['time zone', '0-2 timezone*'],
    ['timezone', '0-1 time zone*'],
    ['timezone list', '0-1 time zone'],
    ['email', '0-1 e mail*'],
    ['createChatCompletion', '0-1 create + chat + completion'],
    ['openAI', '0-1 open ai'],
  ])('%s: %s', (q, alternative) => {
    expect(written(q)).toContain(alternative);
  });

  it.each([
    ['into', '0-1 in to*'],
    ['about', '0-1 a bout*'],
    ['today', '0-1 to day*'],
    ['code', '0-1 co de*'],
  ])('%s is not %s', (q, alternative) => {
    expect(written(q)).not.toContain(alternative);
  });

  it.each([
    ['llm', ['0-1 language model', '0-1 text generation']],
    ['cheap LLMs', ['1-2 language model', '1-2 text generation']],
    ['a language model', ['0-2 llm', '0-2 text generation']],
    ['language of a model', ['0-2 llm', '0-2 text generation']],
    ['model language', []],
  ])('%s by synonyms', (q, expected) => {
    const group = ['llm', 'language model', 'text generation'];
    expect(written(q, [group]).filter((one) => !written(q).includes(one))).toEqual(expected);
  });

  it.each([
    ['point of sale', ['0-2 till']],
    ['a Point of Sales list', ['0-2 till']],
    ['till', ['0-1 point of sale']],
    ['point the sale', ['0-2 till']],
    ['point', []],
    ['who', ['0-1 world health organization']],
  ])('%s by synonyms with stop words', (q, expected) => {
    const groups = [
      ['point of sale', 'till'],
      ['who', 'world health organization'],
    ];
    expect(written(q, groups).filter((one) => !written(q).includes(one))).toEqual(expected);
  });

  it('are bounded, whatever is typed', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '-'), maxLength: 200 });
    fc.assert(
      fc.property(letters, (q) => {
        expect(
          alternativesOf(parseSearch(q).words, [
            ['a', 'b'],
            ['ab', 'ba'],
          ]).length,
        ).toBeLessThan(300);
      }),
    );
  });
});

describe('the order of what is found', () => {
  const texts = (q: string, corrections: Alternative[] = []) =>
    searchTiers(parseSearch(q), [], corrections).map(
      ({ inName, readings }) =>
        `${inName ? 'name' : 'all'}: ${readings
          .map((reading) =>
            reading
              .map((term) => term.map((one) => one.words.join(' ') + (one.isPrefix ? '*' : '')).join('|'))
              .join(' & '),
          )
          .join(' or ')}`,
    );

  it('has the phrase in a name before its words, those before their beginnings, names before texts', () => {
    expect(texts('CSV to JSON')).toEqual([
      'name: csv to json',
      'name: csv & json',
      'name: csv & json*',
      'all: csv & json*',
    ]);
  });

  it('has what is corrected last', () => {
    const correction = { from: 0, to: 1, phrases: [{ words: ['weather'], isPrefix: true }] };
    expect(texts('wether', [correction]).slice(-3)).toEqual([
      'all: wether*',
      'name: wether*|weather*',
      'all: wether*|weather*',
    ]);
  });
});

describe('one typo', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 6 });

  it('is what one edit makes of a word', () => {
    fc.assert(
      fc.property(word, (given) => {
        const { shorter, others } = oneEditAway(given);
        for (const other of [...shorter, ...others]) expect(isOneEditAway(given, other), other).toBe(true);
      }),
    );
  });

  it('makes every word that is one edit away', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const { shorter, others } = oneEditAway(one);
        expect([...shorter, ...others].includes(other)).toBe(isOneEditAway(one, other));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['weahter', 'weather', true],
    ['wether', 'weather', true],
    ['weatherr', 'weather', true],
    ['weether', 'weather', true],
    ['waether', 'weathers', false],
    ['weather', 'weather', false],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(isOneEditAway(one, other)).toBe(expected);
  });

  it.each([
    ['form', false],
    ['forms', true],
    ['12345', false],
    ['x'.repeat(21), false],
  ])('%s is long enough to have one, and short enough to look up: %s', (text, expected) => {
    expect(isCorrectable(text)).toBe(expected);
  });
});
