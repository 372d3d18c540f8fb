import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings, SettingsError } from '../../../../server/env.ts';

const secret = 'the secret of the client';
const acme = {
  FAREBOX_OIDC: 'Acme',
  FAREBOX_OIDC_ACME_ISSUER: 'https://login.acme.example/realms/all',
  FAREBOX_OIDC_ACME_CLIENT_ID: 'farebox',
  FAREBOX_OIDC_ACME_CLIENT_SECRET: secret,
};

test('the settings name issuers, with their secrets or the files of these', () => {
  const issuer = { issuer: 'https://login.acme.example/realms/all', clientId: 'farebox' };
  expect(readSettings(acme).issuers).toEqual([
    { ...issuer, name: 'acme', label: 'acme', clientSecret: secret },
  ]);
  const file = join(tmpdir(), `farebox-client-secret-${process.pid}`);
  onTestFinished(() => rmSync(file));
  writeFileSync(file, 'of the file\n');
  const both = {
    ...{ ...acme, FAREBOX_OIDC: 'acme, other', FAREBOX_OIDC_ACME_LABEL: 'Acme login' },
    FAREBOX_OIDC_OTHER_ISSUER: 'http://localhost:8080',
    FAREBOX_OIDC_OTHER_CLIENT_ID: 'farebox',
    FAREBOX_OIDC_OTHER_CLIENT_SECRET_FILE: file,
  };
  expect(readSettings(both).issuers).toMatchObject([
    { name: 'acme', label: 'Acme login' },
    { name: 'other', label: 'other', clientSecret: 'of the file' },
  ]);
  expect(readSettings({}).issuers).toEqual([]);
});

test.each([
  ['a name that no variable can have', { FAREBOX_OIDC: 'my-login' }, 'must be names of letters and digits'],
  ['a name twice', { FAREBOX_OIDC: 'acme,ACME' }, 'must have each name once'],
  ['no secret', { FAREBOX_OIDC_ACME_CLIENT_SECRET: '' }, 'FAREBOX_OIDC_ACME_CLIENT_SECRET must be set'],
  [
    'an address without a scheme',
    { FAREBOX_OIDC_ACME_ISSUER: 'login.acme.example' },
    'must be an http or https',
  ],
  ['a query', { FAREBOX_OIDC_ACME_ISSUER: 'https://acme.example?tenant=1' }, 'without a query'],
  ['a label of two lines', { FAREBOX_OIDC_ACME_LABEL: 'Acme\nlogin' }, 'no line breaks'],
])('refuses %s with a sentence that shows no secret', (_what, changes, says) => {
  const read = () => readSettings({ ...acme, ...changes });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(says);
  expect(read).not.toThrow(secret);
});
