import { expect, test } from 'vitest';
import { newKeyBody } from '../../../../lib/account/api-keys.ts';
import { personName } from '../../../../lib/account/people.ts';
import { newAccountBody } from '../../../../lib/operator/accounts.ts';
import { invitationMail } from '../../../../server/members/invite-member.ts';
import { openRegisteredClient, registerClient } from '../../../../server/oauth/register-client.ts';
import { portalSecret } from '../../../../server/portal/portal-secret.ts';

test.each(['Ada \u202eecaf', 'Ada\u2066', 'Ada\u200f', 'Ada\nEve', 'Ada\u2028Eve', 'Ada\u0000'])(
  'no name is %j',
  (name) => {
    expect(personName.safeParse(name).success).toBe(false);
    expect(newKeyBody.safeParse({ name }).success).toBe(false);
    expect(newAccountBody.safeParse({ name, reason: 'Asked for' }).success).toBe(false);
  },
);

test.each(['Ada Lovelace', 'Œuvres & Cie.', 'ענבר', '👩‍🚀 Ltd.'])('a name is %j', (name) => {
  expect(personName.parse(name)).toBe(name);
  expect(newAccountBody.safeParse({ name, reason: 'Asked for' }).success).toBe(true);
});

test.each([
  ['Pay at https://evil.example/now', 'Pay at https[:]//evil[.]example/now'],
  ['www.evil.example', 'www[.]evil[.]example'],
  ['eve@evil.example', 'eve[@]evil[.]example'],
  ['Acme \u202emoc.live', 'Acme  moc[.]live'],
  ['Acme Ltd. & Co.', 'Acme Ltd. & Co.'],
])('the account %j makes no link of its own in a mail', (account, shown) => {
  const link = 'https://portal.example/join#token';
  const { subject, text } = invitationMail({
    ...{ account, role: 'member', link, url: 'https://portal.example', expiresAt: 0 },
  });
  expect(subject).toBe(`Join ${shown} on Farebox`);
  expect(text).toContain(`account "${shown}"`);
  expect(text).toContain(`\n${link}\n`);
});

test('the id of a registered client has one spelling', () => {
  const secret = portalSecret([Buffer.from('a secret of the tests, 32 bytes.')]);
  const id = registerClient(secret, { redirect_uris: ['https://agent.example/cb'] })?.id ?? '';
  expect(openRegisteredClient(secret, id)).toMatchObject({ id });
  expect(openRegisteredClient(secret, `${id}.anything`)).toBeUndefined();
  expect(openRegisteredClient(secret, `${id}.`)).toBeUndefined();
});
