import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Setting } from '../../../server/setting.ts';
import { secretSetting, settingGroups, settings } from '../../../server/settings.ts';

// `npm run docs` writes both files anew.

const groups = Object.entries(settingGroups);
const all = Object.values(settingGroups).flat();

it('docs/settings.md has the settings', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/settings.md');
});

it('.env.example has the settings', async () => {
  await expect(example()).toMatchFileSnapshot('../../../.env.example');
});

it('each setting is in one group, and its default is a value of it', () => {
  expect(all).toEqual(expect.arrayContaining([...Object.values(settings), secretSetting]));
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const { name, schema } of all)
    expect([name, schema.safeParse(undefined).success]).toEqual([name, true]);
});

it.each(
  all
    .filter(({ example: given, isSecret }) => given !== '' && !isSecret)
    .map((one) => [one.name, one] as const),
)('the example of %s is a value of it', (_name, { schema, example: given }) => {
  expect(schema.safeParse(given).success).toBe(true);
});

/** Families of settings, and variables of the client and of tests. */
const ofOthers = /^FAREBOX_(?:KEY|AUTHORIZATION|OPERATOR_|(?:SECRET|OIDC|TEST|BENCH|DOCUMENT)_[A-Z_]*)$/;

it('documents, commands and error texts name settings that there are', () => {
  const names = new Set(all.flatMap(({ name, isSecret }) => [name, ...(isSecret ? [`${name}_FILE`] : [])]));
  const files = ['README.md', 'DECISIONS.md', ...['docs', 'deploy', 'server', 'lib', 'cli'].flatMap(filesIn)];
  const named = files.flatMap((file) => {
    const found = readFileSync(file, 'utf8').matchAll(/\bFAREBOX_[A-Z_]+/g);
    return [...found].map(([name]) => `${name} in ${file}`);
  });
  const unknown = named.filter((text) => {
    const [name = ''] = text.split(' ');
    return !names.has(name) && !ofOthers.test(name);
  });
  expect([...new Set(unknown)]).toEqual([]);
});

function filesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(?:md|ts|mjs|ya?ml|service)$/.test(file))
    .map((file) => `${folder}/${file}`);
}

function page(): string {
  const secrets = all.filter(({ isSecret }) => isSecret).map(({ name }) => `- \`${name}_FILE\``);
  const tables = groups.map(([title, group]) =>
    [`## ${title}`, '', '| setting | default | meaning |', '|---|---|---|', ...group.map(tableRow), ''].join(
      '\n',
    ),
  );
  return `# Settings

Set environment variables, or write lines into a file \`.env\`; [\`.env.example\`](../.env.example) has them all. A variable
wins over the file. An invalid value stops the start with a message.

A secret can be in a file, which one of these names:

${secrets.join('\n')}

${tables.join('\n')}`;
}

function tableRow({ name, default: fallback, words, more = '', example: given }: Setting): string {
  const such = given === fallback || given === '' ? '' : `Example: \`${given}\`.`;
  const meaning = [`${words}.`, more, such].filter((text) => text !== '').join(' ');
  return `| \`${name}\` | ${fallback || 'none'} | ${meaning} |`;
}

function example(): string {
  const head = `# Settings of Farebox. All are optional: copy this file to .env and change what you need. Environment variables win over
# this file. An invalid value stops the start with a message. The page docs/settings.md has them as a table.
`;
  const parts = groups.map(([title, group]) =>
    [
      `\n# ${'-'.repeat(8)} ${title} ${'-'.repeat(8)}`,
      ...group.map((one) => [...comment(one), ...lines(one)].join('\n')),
    ].join('\n\n'),
  );
  return `${head}${parts.join('\n')}\n`;
}

function comment({ words, default: fallback, more = '', isSecret }: Setting): string[] {
  const text = `${words} (default ${fallback || 'none'}). ${more}${isSecret ? ' A file can be named instead.' : ''}`;
  const plain = text.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  const wrapped: string[] = [];
  for (const word of plain.split(/\s+/).filter((each) => each !== '')) {
    const line = `${wrapped.at(-1) ?? '#'} ${word}`;
    if (wrapped.length > 0 && line.length <= 120) wrapped[wrapped.length - 1] = line;
    else wrapped.push(`# ${word}`);
  }
  return wrapped;
}

function lines({ name, example: value, isSecret, withIt = [] }: Setting): string[] {
  const file = `#${name}_FILE=/run/secrets/${name.toLowerCase().replaceAll('_', '-')}`;
  return [`#${name}=${value}`, ...(isSecret ? [file] : []), ...withIt.map((line) => `#${line}`)];
}
