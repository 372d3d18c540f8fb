import { readFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { foldedWords } from '../../../../lib/search/parse-search.ts';
import { lexemeOf } from '../../../../lib/search/search-terms.ts';
import { searchVector } from '../../../../server/store/postgres/search-vector.ts';

const prose = readFileSync(new URL('../../../../DECISIONS.md', import.meta.url), 'utf8');
const others = `ad as yes technology technological agreed hoppy rational Ünïcode résumés ÉTUDES ﬁnding x² Ⅻ λόγος
  ${'z'.repeat(63)}s ${'z'.repeat(64)}s привет 日本語 12345 2e5 abc123 iPhone15`;

test('words are cut and stemmed as by the full-text table of SQLite', () => {
  const database = new SqliteDatabase(':memory:');
  database.exec(`CREATE VIRTUAL TABLE search USING fts5(words, tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE vocabulary USING fts5vocab(search, 'row')`);
  const words = new Set(
    [...foldedWords(prose)].filter((word) => /^[a-z0-9]+$/.test(word)).concat(...foldedWords(others)),
  );
  database.prepare('INSERT INTO search (words) VALUES (?)').run([...words].join(' '));
  const expected = z.array(z.string()).parse(database.prepare('SELECT term FROM vocabulary').pluck().all());
  database.close();
  const found = new Set([...words].map(lexemeOf));
  expect([...found].toSorted()).toEqual(expected.toSorted());
});

test('a vector has the places of words, with a gap between columns', () => {
  const name = { text: 'Time zones', weight: 'A', field: 'name', hasLetters: true } as const;
  expect(searchVector([name, { text: '', weight: 'C' }, { text: 'The zone', weight: 'D' }])).toBe(
    "'time':1A 'Ntime':1A 'Lt':1A 'zone':2A,6D 'Nzone':2A 'Lz':2A 'the':5D",
  );
});
