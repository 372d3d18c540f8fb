import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const page = (jsx: string) => `export default function Page() {\n  return ${jsx};\n}`;
const hooks = (line: string) =>
  `import { useEffect, useState } from 'react';\nexport function Box({ a }: { a: string }) {\n  ${line}\n  return <p>{a}</p>;\n}`;

/** One violation of each family of rules, and what is allowed beside it. */
const cases: [rule: string, file: string, text: string][] = [
  ['eslint(eqeqeq)', 'cli/a.mjs', 'export const same = (a, b) => a == b;'],
  ['eslint(no-var)', 'cli/b.mjs', 'export var a = 1;'],
  ['eslint(prefer-const)', 'cli/c.mjs', 'let a = 1;\nexport default a;'],
  ['eslint(no-empty)', 'cli/d.mjs', 'try {\n  JSON.parse("");\n} catch {}'],
  ['eslint(no-warning-comments)', 'cli/e.mjs', '// Some day: todo\nexport {};'],
  ['eslint(max-lines)', 'cli/f.mjs', 'export {};\n'.repeat(301)],
  ['eslint(max-lines-per-function)', 'cli/g.mjs', `export function a() {\n${'  a();\n'.repeat(70)}}`],
  ['nothing', 'tests/g.ts', `export function a() {\n${'  a();\n'.repeat(400)}}`],
  ['eslint(no-restricted-properties)', 'lib/a.ts', 'export const a = process.env;'],
  ['nothing', 'server/env.ts', 'export const a = process.env;'],
  ['eslint(no-unused-vars)', 'lib/b.ts', 'const a = 1;\nexport {};'],
  ['typescript(no-explicit-any)', 'lib/c.ts', 'export const a = (b: any) => b;'],
  ['typescript(no-non-null-assertion)', 'lib/d.ts', 'export const a = (b?: string) => b!;'],
  ['typescript(ban-ts-comment)', 'lib/e.ts', '// @ts-ignore\nexport const a: string = 1;'],
  ['house(bare-assertion)', 'lib/f.ts', 'export const a = JSON.parse("1") as string;'],
  ['nothing', 'lib/g.ts', 'export function a(b: unknown): string {\n  return b as string;\n}'],
  ['nothing', 'lib/h.ts', "export const a = ['b'] as const;"],
  ['unused directive', 'lib/i.ts', '// oxlint-disable-next-line no-var\nexport const a = 1;'],
  ['react(jsx-key)', 'app/a/page.tsx', page("<p>{['a'].map((a) => <b>{a}</b>)}</p>")],
  ['react-hooks(rules-of-hooks)', 'components/a.tsx', hooks("if (a === 'b') useState(1);")],
  ['react-hooks(exhaustive-deps)', 'components/b.tsx', hooks('useEffect(() => console.log(a), []);')],
  ['react(set-state-in-effect)', 'components/c.tsx', hooks('const [, set] = useState(1);\n  useEffect(() => set(2), []);')],
  ['next(no-img-element)', 'components/d.tsx', page('<img src="/a.png" alt="a" />')],
  ['jsx-a11y(aria-props)', 'components/e.tsx', page('<p aria-labeledby="a" />')],
  ['import(no-anonymous-default-export)', 'components/f.tsx', 'export default () => <p />;'],
]; // biome-ignore format: a table

/** What each folder may not import, and what it may. */
const folders: [file: string, refused: string[], allowed: string[]][] = [
  ['lib/x/1.ts', ['../../server/a', '../../prisma/a', '@prisma/client', 'react', 'next/link', 'node:fs', '../view/a'], ['../a']],
  ['lib/view/1.ts', ['../../components/a', 'react', 'node:fs'], ['../view/a']],
  ['lib/import/1.ts', ['../../server/a', 'node:fs', 'react', '../view/a'], ['node:crypto', '../a']],
  ['server/1.ts', ['../app/a', 'env of node:process', './doors/current-portal.ts', '../lib/view/a'], ['../lib/a']],
  ['server/calls/1.ts', ['../../cli/a', '../http/a', '../pages/a', '../doors/current-portal.ts', '../doors/a'], ['../store/a']],
  ['server/http/1.ts', ['../doors/current-portal.ts'], ['../limits/a']],
  ['server/doors/1.ts', ['../../app/a', 'env of node:process', '../../lib/view/a'], ['./current-portal.ts', '../http/a']],
  ['server/pages/serve-page.ts', ['../../app/a', 'env of node:process'], ['../../lib/view/a']],
  ['server/api/1.ts', ['../../app/docs/page', '../doors/current-portal.ts', '../../lib/view/a'], ['../http/a', '../calls/a']],
  ['components/x/1.ts', ['../../server/a', '../../app/a', '@prisma/client', 'node:fs'], ['../a', '../../lib/view/a']],
  ['app/x/1.ts', ['../../cli/a', '@prisma/client', 'env of node:process'], ['../../server/a', '../../components/a']],
  ['cli/1.ts', ['../app/a', '../components/a', '../tests/a'], ['../server/a', '../lib/a']],
  ['client/source/1.ts', ['../../server/a', 'node:fs'], ['../../lib/a']],
  ['client/source/command/1.ts', ['../../../server/a'], ['node:fs']],
  ['prisma/1.ts', ['../cli/a', '../app/a'], ['../server/a']],
  ['examples/toolbox/1.ts', ['../../server/a', '../../lib/a', 'env of node:process'], ['./a']],
]; // biome-ignore format: a table

const root = mkdtempSync(join(tmpdir(), 'farebox-lint-'));
interface Finding {
  code: string;
  message: string;
  filename: string;
  labels: { span: { line: number } }[];
}
let findings: Finding[] = [];
const foundIn = (file: string) => findings.filter(({ filename }) => filename.endsWith(file));

beforeAll(() => {
  for (const file of ['.oxlintrc.json', 'cli/test/lint-house.mjs']) cpSync(file, join(root, file));
  const imports = folders.map(([file, refused, allowed]) => [
    file,
    [...refused, ...allowed].map(importing).join('\n'),
  ]);
  for (const [file = '', text = ''] of [...cases.map(([, file, text]) => [file, text]), ...imports]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const command = resolve('node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [command, '--format=json', '.'], {
    cwd: root,
    encoding: 'utf8',
  });
  findings = JSON.parse(stdout).diagnostics;
});

afterAll(() => rmSync(root, { recursive: true }));

function importing(source: string, at: number): string {
  return source === 'env of node:process'
    ? `export { env } from 'node:process';`
    : `export { a as a${at} } from '${source}';`;
}

describe('the lint', () => {
  it.each(cases)('finds %s in %s', (rule, file) => {
    const found = foundIn(file).map(
      ({ code, message }) => code ?? (message.includes('nused') && 'unused directive'),
    );
    expect(found.length > 0 ? found : ['nothing']).toContain(rule);
    if (rule === 'nothing') expect(found).toEqual([]);
  });

  it.each(folders)('keeps %s to the folders that it may know', (file, refused) => {
    const lines = new Set(foundIn(file).map(({ labels }) => labels[0]?.span.line));
    expect([...lines].sort()).toEqual(refused.map((_, at) => at + 1));
  });
});
