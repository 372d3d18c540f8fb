import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../../../server/env.ts';

const from = { FAREBOX_MAIL_FROM: 'Farebox <farebox@example.com>' };
const read = (variables: Record<string, string>) => readSettings({ ...from, ...variables });

function refusalOf(variables: Record<string, string>): string {
  try {
    readSettings(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error('The settings were not refused.');
}

describe('FAREBOX_SMTP_URL', () => {
  const plain = { host: 'mail.example.com', port: 587, isSecure: false, auth: undefined, isLocal: false };

  it.each([
    ['smtp://mail.example.com', plain],
    ['smtp://mail.example.com:25/', { ...plain, port: 25 }],
    ['smtps://mail.example.com', { ...plain, port: 465, isSecure: true }],
    ['smtps://mail.example.com:1465', { ...plain, port: 1465, isSecure: true }],
    [
      'smtp://portal%40example.com:p%2Fa%3As%25s@mail.example.com',
      { ...plain, auth: { user: 'portal@example.com', pass: 'p/a:s%s' } },
    ],
    ['smtp://localhost:1025', { ...plain, host: 'localhost', port: 1025, isLocal: true }],
    ['smtp://127.0.0.1:1025', { ...plain, host: '127.0.0.1', port: 1025, isLocal: true }],
    ['smtp://[::1]:1025', { ...plain, host: '::1', port: 1025, isLocal: true }],
    ['smtp://127.0.0.1.example.com', { ...plain, host: '127.0.0.1.example.com' }],
  ])('%s names a server', (url, server) => {
    expect(read({ FAREBOX_SMTP_URL: url }).smtp).toEqual(server);
  });

  it.each([
    ['mail.example.com', /^FAREBOX_SMTP_URL must look like smtp:/],
    ['https://user:hunter2@mail.example.com', /^FAREBOX_SMTP_URL must look like smtp:/],
    ['smtp://user:hunter2@', /^FAREBOX_SMTP_URL must /],
    ['smtp://user:hunter2@mail example.com', /^FAREBOX_SMTP_URL must /],
    ['smtp://user:hunter2@mail_example%20.com', /must have a host/],
    ['smtp://user:hun/ter2@mail.example.com', /must /],
    ['smtp://user:hunter2@mail.example.com/inbox', /must end after its port/],
    ['smtp://user:hunter2@mail.example.com?x=1', /must end after its port/],
    ['smtp://user:hunter2@mail.example.com:0', /must have a port from 1/],
    ['smtp://user:hunter2@mail.example.com:99999', /must look like/],
    ['smtp://hunter2@mail.example.com', /must have a user and a password, or neither/],
    ['smtp://:hunter2@mail.example.com', /must have a user and a password, or neither/],
    ['smtp://user:hunter2%@mail.example.com', /has a % in its user or password/],
  ])('%s is refused without its password', (url, sentence) => {
    const message = refusalOf({ ...from, FAREBOX_SMTP_URL: url });
    expect(message).toMatch(sentence);
    expect(message).toMatch(/[^.]\.$/);
    expect(message).not.toMatch(/hunter2|hun\/ter2/);
  });

  it('needs the address that mails come from', () => {
    expect(refusalOf({ FAREBOX_SMTP_URL: 'smtp://mail.example.com' })).toMatch(
      /^FAREBOX_MAIL_FROM must be set together with FAREBOX_SMTP_URL/,
    );
  });
});

describe('FAREBOX_MAIL_FROM', () => {
  it.each([
    ['farebox@example.com', { name: '', address: 'farebox@example.com' }],
    ['<farebox@example.com>', { name: '', address: 'farebox@example.com' }],
    ['Our APIs <farebox@Example.com>', { name: 'Our APIs', address: 'farebox@example.com' }],
    ['"Our, APIs" <farebox@example.com>', { name: 'Our, APIs', address: 'farebox@example.com' }],
  ])('%s names the sender', (text, sender) => {
    expect(read({ FAREBOX_MAIL_FROM: text }).mailSender).toEqual(sender);
  });

  it.each([
    'farebox',
    'Our APIs <farebox>',
    'a <a@b.example> c',
    'a\r\nBcc: <e@b.example>',
    `${'x'.repeat(101)} <a@b.example>`,
  ])('%j is refused', (text) => {
    expect(refusalOf({ FAREBOX_MAIL_FROM: text })).toMatch(/^FAREBOX_MAIL_FROM must be a mail address/);
  });

  it.each([
    ['https://apis.example.com', 'farebox@apis.example.com'],
    ['http://10.0.0.7:3000', 'farebox@localhost'],
    ['http://[::1]:3000', 'farebox@localhost'],
  ])('is made of the public address %s where it is not set', (url, address) => {
    expect(readSettings({ FAREBOX_URL: url }).mailSender).toEqual({ name: 'Farebox', address });
  });
});
