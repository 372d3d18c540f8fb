import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distanceOf,
  likeliest,
  mendWord,
  oneEditAway,
  Vocabulary,
} from '../../../../lib/search/mend-word.ts';
import { foldedPhrase, parseSearch, searchableName } from '../../../../lib/search/parse-search.ts';
import { type Found, fitOfNames, rankProducts, stemsOfName } from '../../../../lib/search/rank-products.ts';
import { Families, termsOf } from '../../../../lib/search/search-terms.ts';
import { runs } from '../../../setup/runs.ts';

describe('what was typed', () => {
  it.each([
    ['QR code', ['qr', 'code'], []],
    ['Générer', ['generer'], []],
    ['how to resize an image', ['resize', 'image'], []],
    ['to', ['to'], []],
    ['c++', ['c'], ['c++']],
    ['run C# code', ['run', 'c', 'code'], ['c#']],
    ['notepad++', ['notepad'], []],
    ['md2html', ['md', 'html'], []],
    ['json 2 csv', ['json', 'csv'], []],
    ['oauth 2', ['oauth', '2'], []],
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

describe('what a word may stand for', () => {
  const meant = (q: string, synonyms: string[][] = []) =>
    termsOf(parseSearch(q), new Families(synonyms)).map(({ text, meanings }) => [
      text,
      meanings.map(({ words, isPrefix }) => words.join(' ') + (isPrefix ? '*' : '')),
    ]);
  const meaningsOf = (q: string, synonyms?: string[][]) =>
    meant(q, synonyms).flatMap(([, meanings]) => meanings);

  it.each([
    ['time zone', 'timezone*'],
    ['timezone', 'time zone*'],
    ['email', 'e mail*'],
    ['createChatCompletion', 'create chat completion*'],
    ['md2html', 'md2html*'],
    ['uuidv7', 'uuid'],
    ['uuidv7', 'guid'],
    ['sha3', 'sha'],
    ['wea', 'wea*'],
    // Formats, units, currencies, countries, languages and places.
    ['png', 'image'],
    ['jpgs', 'image'],
    ['xlsx', 'csv'],
    ['md', 'markdown'],
    ['fahrenheit', 'unit'],
    ['eur', 'currency'],
    ['Germany', 'country'],
    ['Swedish', 'language'],
    ['Swiss francs', 'currency'],
    ['Tokyo', 'time zone'],
    // Ways to say it, with and without words that say nothing.
    ['make it smaller', 'resize'],
    ['linter', 'validate'],
    ['visualised', 'chart'],
    ['diacritics', 'accent'],
    ['image info', 'details'],
    ['how many', 'count'],
    // What is written as it is.
    ['#ff8800', 'colour'],
    ['9780306406157', 'isbn'],
    ['when does 0 9 * * 1-5 run', 'cron'],
    ['*/5 * * * *', 'cron'],
    ['30 6 * * mon-fri', 'cron'],
    ['@daily', 'cron'],
    ['°C to °F', 'temperature'],
    ['+49 30 901820', 'phone number'],
    ['is {"a": 1} right?', 'json'],
  ])('%s: %s', (q, meaning) => {
    expect(meaningsOf(q)).toContain(meaning);
  });

  it.each([
    ['into', 'in to*'],
    ['code', 'co de*'],
    ['image', 'png'],
    ['day', 'holiday'],
    ['colour scale', 'holiday'],
  ])('%s is not %s', (q, meaning) => {
    expect(meaningsOf(q)).not.toContain(meaning);
  });

  it('has the synonyms of the catalogue before those of the language', () => {
    const groups = [['point of sale', 'till']];
    expect(meaningsOf('a point of sales list', groups)).toContain('till');
    expect(meaningsOf('tills', groups)).toContain('point of sale');
    expect(meaningsOf('point', groups)).not.toContain('till');
  });

  it('is little for what every product is, and a conversion where one thing becomes another', () => {
    const terms = termsOf(parseSearch('a free api for png to webp'), new Families());
    const weights = new Map(terms.map(({ text, weight }) => [text, weight]));
    expect(weights.get('free')).toBeLessThan(weights.get('png') ?? 0);
    expect(terms.at(-1)?.meanings[0]?.words).toEqual(['convert']);
  });

  it('is bounded, whatever is typed', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '-', '1', '*'), maxLength: 200 });
    fc.assert(
      fc.property(letters, (q) => {
        const terms = termsOf(
          parseSearch(q),
          new Families([
            ['a', 'b'],
            ['ab', 'ba'],
          ]),
        );
        expect(terms.length).toBeLessThan(40);
        for (const { meanings } of terms) expect(meanings.length).toBeLessThan(30);
      }),
    );
  });
});

describe('the order of what is found', () => {
  const none = new Int32Array();
  /** Where the words of a search are found. The number of products of each word is that of its places. */
  const foundIn = (
    q: string,
    places: Record<string, Partial<Record<'name' | 'tags' | 'anywhere', number[]>>>,
  ) => {
    const terms = termsOf(parseSearch(q), new Families());
    const found = terms.flatMap(({ text, meanings: [meaning] }, term): Found[] => {
      const { name = [], tags = [], anywhere = [] } = places[text] ?? {};
      const all = [...new Set([...name, ...tags, ...anywhere])].toSorted((one, other) => one - other);
      if (meaning === undefined || all.length === 0) return [];
      const keys = { name: Int32Array.from(name), tags: Int32Array.from(tags), introduction: none };
      return [{ term, meaning, products: all.length, keys: { ...keys, anywhere: Int32Array.from(all) } }];
    });
    return { terms, found };
  };
  const ordered = (...[q, places]: Parameters<typeof foundIn>) => {
    const { terms, found } = foundIn(q, places);
    return [...rankProducts(terms, found, (key) => key === 9).keys];
  };

  it('has names first, then tags, then texts, and what is deprecated after its equals', () => {
    expect(ordered('invoice', { invoice: { name: [3, 9, 10], tags: [2], anywhere: [1] } })).toEqual([
      3, 10, 9, 2, 1,
    ]);
  });

  it('has what matches all words before what matches one in the name, and leaves out what matches little', () => {
    const places = {
      refund: { name: [1], anywhere: [2, 3] },
      parcel: { tags: [2, 4, 5, 6, 7], anywhere: [3] },
    };
    expect(ordered('refund parcel', places)).toEqual([1, 2, 3]);
  });

  it('has nothing where no product has more of few words than one of them in its documentation', () => {
    const places = { exchange: { anywhere: [1] }, rate: { anywhere: [2, 3, 4, 5, 6] } };
    expect(ordered('exchange rate', places)).toEqual([]);
    expect(ordered('rate', places)).toEqual([2, 3, 4, 5, 6]);
    expect(ordered('exchange rate', { ...places, exchange: { tags: [1] } })).toEqual([1]);
  });

  it('leaves out what has one of two words in its documentation, even if no product has the other', () => {
    expect(ordered('weather', { weather: { anywhere: [2] } })).toEqual([2]);
    expect(ordered('zzzz weather', { weather: { anywhere: [2] } })).toEqual([]);
    expect(ordered('zzzz weather', { weather: { name: [1], anywhere: [2] } })).toEqual([1]);
    expect(ordered('2027 weather', { weather: { anywhere: [2] } })).toEqual([2]);
  });

  it('has a rare word before a common one', () => {
    const many = Array.from({ length: 40 }, (_, index) => index + 10);
    expect(ordered('blur picture', { picture: { name: many }, blur: { name: [1] } })[0]).toBe(1);
  });

  it('knows which of two comes first', () => {
    const fitOf = (search: string, name: string) => {
      const parsed = parseSearch(search);
      return fitOfNames(termsOf(parsed, new Families()), parsed.all)(stemsOfName(name));
    };
    for (const search of ['how to turn csv into json', 'csv 2 json', 'csv2json', 'json from a file of csv']) {
      expect(fitOf(search, 'csv to json')).toBeGreaterThan(fitOf(search, 'json to csv'));
      expect(fitOf(search, 'invoice')).toBe(1);
    }
    // Only a name that has two sides has an order.
    expect(fitOf('changes in json', 'json changes')).toBe(fitOf('json changes', 'json changes'));
  });
});

describe('a misspelt word', () => {
  const words = [
    'weather', 'password', 'palette', 'phone', 'form', 'json', 'holidays', 'holistic', 'forecast', 'cat',
  ]; // biome-ignore format: a list
  it.each(
    // biome-ignore format: a table
    [
      ['weahter', ['weather']], ['wether', ['weather']], ['passwrod', ['password']], ['pallete', ['palette']], ['fone', ['phone']],
      ['jsn', ['json']], ['weathr', ['weather']], ['bassward', []], ['dog', []], ['farm', ['form']], ['12345', []], ['x'.repeat(40), []],
    ],
  )('%s may be %j', (typed, meant) => {
    expect(mendWord(typed, [new Vocabulary(words)], false).map(({ word }) => word)).toEqual(meant);
  });

  it('may be the beginning of a word, while it is typed', () => {
    expect(mendWord('forcas', [new Vocabulary(words)], true).map(({ word }) => word)).toEqual(['forecast']);
    expect(mendWord('forcas', [new Vocabulary(['forecaster'])], false)).toEqual([]);
  });

  it('is like the words that have most of its letters', () => {
    expect(likeliest('holday', new Vocabulary(words))).toEqual(['holidays']);
    expect(likeliest('weather', new Vocabulary(['another', 'bearer', 'breathe']))).toEqual([]);
  });

  it('is mended to whatever is near enough, and to each word once', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 5, maxLength: 8 });
    fc.assert(
      fc.property(word, word, (typed, other) => {
        const distance = distanceOf(typed, other, 9);
        const vocabulary = new Vocabulary([other]);
        const [mended, again] = mendWord(typed, [vocabulary, vocabulary], false);
        expect(again).toBeUndefined();
        const most = typed.length < 7 || typed[0] !== other[0] ? 1 : 2;
        if (distance > 0 && distance <= most) expect(mended?.word).toBe(other);
        expect(new Set(oneEditAway(typed)).has(other)).toBe(distance === 1);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is as far from another as the other is from it, and edits are counted up to a bound', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const distance = distanceOf(one, other, 9);
        expect(distanceOf(other, one, 9)).toBe(distance);
        expect(distanceOf(one, other, 2)).toBe(Math.min(distance, 3));
        expect(distance === 0).toBe(one === other);
      }),
      { numRuns: runs(100) },
    );
  });
});
