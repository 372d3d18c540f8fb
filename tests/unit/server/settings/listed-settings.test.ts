import { expect, test } from 'vitest';
import { readSettings } from '../../../../server/env.ts';
import { readSettings as listSettings } from '../../../../server/operator/read-settings.ts';
import { portalSecret } from '../../../../server/portal/portal-secret.ts';

const passwordHash = `$scrypt$ln=17,r=8,p=1$c2FsdA$${'A'.repeat(43)}`;
const bytes = (letter: string) => Buffer.from(letter.repeat(32));

function listed(variables: Record<string, string>): Map<string, string> {
  const settings = readSettings(variables);
  const secret = portalSecret([bytes('a'), bytes('b')]);
  return new Map(listSettings({ settings, secret }).list.map(({ name, value }) => [name, value]));
}

test.each([
  ['FAREBOX_TRUSTED_PROXIES', '10.0.0.0/8, loopback', '10.0.0.0/8'],
  ['FAREBOX_EGRESS_ALLOW', 'upstream.internal:8080 192.168.0.0/16', 'upstream.internal port 8080'],
  ['FAREBOX_FILE_ALLOW', 'files.internal', 'files.internal'],
  ['FAREBOX_WEBHOOK_ALLOW', '192.168.0.0/16', '192.168.0.0/16'],
  ['FAREBOX_MAIL_FROM', 'Fares <fares@example.com>', 'Fares <fares@example.com>'],
  ['FAREBOX_CREDITS_URL', 'https://shop.example.com/credits', 'https://shop.example.com/credits'],
  ['FAREBOX_TOOLBOX_PORT', '4000', '4000'],
  ['FAREBOX_UPDATE_BACKUP', 'off', 'off'],
])('the settings in force say what %s is', (name, given, shown) => {
  expect(listed({ [name]: given }).get(name)).toContain(shown);
});

test('the settings in force have the first operator and the number of secrets, and no secret', () => {
  const given = {
    ...{ FAREBOX_OPERATOR_EMAIL: 'ada@example.com', FAREBOX_OPERATOR_PASSWORD_HASH: passwordHash },
    ...{ FAREBOX_SMTP_URL: 'smtp://ada:hushhush@mail.example.com:587', FAREBOX_MAIL_FROM: 'a@example.com' },
    DATABASE_URL: 'postgres://ada:hushhush@database.internal/farebox',
  };
  const settings = listed(given);
  expect(settings.get('FAREBOX_OPERATOR_EMAIL')).toBe('ada@example.com');
  expect(settings.get('FAREBOX_SECRET')).toBe('2 secrets');
  expect(settings.get('DATABASE_URL')).toBe('PostgreSQL at database.internal');
  const texts = JSON.stringify([...settings]);
  for (const secret of ['hushhush', passwordHash, 'aaaa']) expect(texts).not.toContain(secret);
});

test('credits are bought at an https address', () => {
  const http = 'http://shop.example.com';
  expect(() => readSettings({ FAREBOX_CREDITS_URL: http })).toThrow('must be an https address, not');
});

test('nothing that is unset is shown as empty', () => {
  expect([...listed({}).values()].filter((value) => value.trim() === '')).toEqual([]);
});
