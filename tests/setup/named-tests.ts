import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { everyday } from '../../cli/test/stages.mjs';

const everydayWords = everyday.flatMap((stage) => stage.commands.flat());

/**
 * The command that runs a test, or a group of tests, which a document names by its file and title; throws where there is
 * none. Whole files are deep by their name, tests of the browser by a tag.
 */
export function commandOf(file: string, title: string): 'npm test' | 'npm run test:all' {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`);
  const own = readFileSync(file, 'utf8');
  // A suite that two files run stands beside them.
  const suites = [...own.matchAll(/from '(\.\/[a-z-]+-suite\.ts)'/g)].map(([, name = '']) => name);
  const texts = [own, ...suites.map((name) => readFileSync(join(dirname(file), name), 'utf8'))];
  const lines = texts.join('\n').split('\n');
  const place = lines.findIndex((line) => line.indexOf(title) > line.search(/['"`]/));
  if (title === '' || place < 0) throw new Error(`There is no test "${title}" in ${file}.`);
  const [, room = ''] = file.split('/');
  // A project of a room, or of one file.
  const projects = [room, basename(file, '.test.ts')].map((name) => `--project=${name}`);
  const isDeep =
    room === 'e2e'
      ? lines.slice(place).join('\n').split('=>')[0]?.includes('@deep')
      : file.includes('.deep.test.') || !projects.some((name) => everydayWords.includes(name));
  return isDeep ? 'npm run test:all' : 'npm test';
}
