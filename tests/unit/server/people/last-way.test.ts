import { expect, it } from 'vitest';
import { lastIdentity } from '../../../../server/people/proofs/identities.ts';
import { lastPasskey } from '../../../../server/people/proofs/passkeys.ts';

const smtp = { host: 'mail.example', port: 465, isSecure: true, auth: undefined, isLocal: false };
const issuer = {
  name: 'acme',
  label: 'Acme',
  issuer: 'https://acme.example',
  clientId: 'id',
  clientSecret: 's',
};

it.each([
  [lastIdentity({ smtp: undefined }), 'Add a passkey first, or ask an operator'],
  [lastIdentity({ smtp }), 'Add a passkey first, or sign in with an emailed code and choose a password'],
  [lastPasskey({ issuers: [] }), 'Add another passkey first or ask an operator'],
  [
    lastPasskey({ issuers: [issuer] }),
    'Add another passkey first, connect an identity in your profile, or ask',
  ],
])('%s', (sentence, help) => expect(sentence).toContain(help));
