import { describe, expect, it } from 'vitest';
import { mailFailure } from '../../../../server/mail/deliver-mail.ts';
import { parseSmtpUrl } from '../../../../server/mail/mail-settings.ts';

const server = parseSmtpUrl('smtp://portal:hunter2@mail.example.com');
const smtp = typeof server === 'string' ? undefined : server;
const errorOf = (message: string) =>
  mailFailure(Object.assign(new Error(message), { code: 'EMESSAGE' }), 'ada@example.com', smtp).error;
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the reason why a mail was not sent', () => {
  it.each([
    ['one line', 'Busy', 'EMESSAGE: Busy'],
    ['several lines', '550-No.\r\n550 Really.', 'EMESSAGE: 550-No. 550 Really.'],
    ['characters for a terminal', 'a\u001b[31mb\u0000c\u2028d', 'EMESSAGE: a [31mb c d'],
    ['the recipient', 'no ada@example.com here', 'EMESSAGE: no the recipient here'],
    ['the password', 'not hunter2', 'EMESSAGE: not …'],
    ['the password in Base64', `not ${base64('hunter2')}`, 'EMESSAGE: not …'],
    ['the login in Base64', `not ${base64('\0portal\0hunter2')}`, 'EMESSAGE: not …'],
    ['a page of text', 'x'.repeat(5_000), `EMESSAGE: ${'x'.repeat(289)}…`],
  ])('is a line without secrets where it has %s', (_what, message, expected) => {
    expect(errorOf(message)).toBe(expected);
  });

  it('is said for any error', () => {
    const failure = mailFailure(new Error('EACCES: permission denied'), 'ada@example.com', undefined);
    expect(failure).toEqual({ error: 'EACCES: permission denied', isPermanent: false });
    expect(mailFailure('gone', 'ada@example.com', undefined).error).toBe('gone');
  });
});
