import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { givenSecrets, readSettings } from '../../../server/env.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-deploy-'));
  writeFileSync(join(folder, 'secret'), 'x'.repeat(64));
  writeFileSync(join(folder, 'farebox-secret'), 'x'.repeat(64));
  writeFileSync(join(folder, 'database-url'), 'postgres://farebox:password@database/farebox');
});
afterAll(() => rmSync(folder, { recursive: true }));

const compose = z.object({
  services: z.object({ portal: z.object({ environment: z.record(z.string(), z.string()) }) }),
});

it('the portal of compose.yaml takes its settings', () => {
  const { environment } = compose.parse(parse(read('deploy/compose.yaml'), { merge: true })).services.portal;
  const variables = inFolder(environment, '/run/secrets');
  expect(readSettings(variables)).toMatchObject({
    url: 'http://localhost:8080',
    databaseUrl: 'postgres://farebox:password@database/farebox',
  });
  expect(givenSecrets(variables)).toHaveLength(1);
});

it('the portal of farebox.service takes its settings', () => {
  const lines = read('deploy/farebox.service').matchAll(/^Environment=(\w+)=(.*)$/gm);
  const variables = inFolder(Object.fromEntries([...lines].map(([, name, value]) => [name, value])), '%d');
  expect(readSettings(variables)).toMatchObject({ dataFolder: '/var/lib/farebox', databaseUrl: undefined });
  expect(givenSecrets(variables)).toHaveLength(1);
});

function inFolder(variables: Record<string, string>, place: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replace(place, folder)]),
  );
}

it('nginx of compose.yaml has the directives that the tests of nginx run', () => {
  const directives = (file: string) =>
    read(file)
      .split('\n')
      .filter((line) => !/^ *#|^ *server [\w.]+:3000 /.test(line) && line !== '');
  expect(directives('deploy/nginx.conf')).toEqual(directives('docs/nginx.conf'));
});
