import { expect, it } from 'vitest';
import { withContact } from '../../../../lib/face/contact.ts';
import { defaultFace, portalTitle } from '../../../../lib/face/face.ts';
import { mailInFace } from '../../../../lib/face/mail-face.ts';
import { faceBody, readStoredFace } from '../../../../lib/face/stored-face.ts';

const { version: _, pictures: _pictures, ...texts } = defaultFace;
const sent = { ...texts, after: 0 };

it.each([
  ['a long name', { name: 'x'.repeat(41) }, 'name'],
  ['no name', { name: ' ' }, 'name'],
  ['a name that turns text around', { name: 'Acme\u202e' }, 'name'],
  ['two lines', { sentence: 'One\nTwo' }, 'sentence'],
  ['a contact that is neither', { contact: 'ring us' }, 'contact'],
  ['a contact that runs a script', { contact: 'javascript:alert(1)' }, 'contact'],
  ['a colour by name', { accent: 'red' }, 'accent'],
  [
    'a link that runs a script',
    { footerLinks: [{ text: 'A', address: 'javascript:alert(1)' }] },
    'footerLinks',
  ],
  [
    'a link to another host without its protocol',
    { headerLinks: [{ text: 'A', address: '//evil.example' }] },
    'headerLinks',
  ],
  [
    'a link with a password',
    { headerLinks: [{ text: 'A', address: 'https://a:b@evil.example' }] },
    'headerLinks',
  ],
  [
    'too many links',
    { headerLinks: [1, 2, 3, 4].map((n) => ({ text: `${n}`, address: '/docs' })) },
    'headerLinks',
  ],
])('%s is refused at its field', (_name, change, field) => {
  const { error } = faceBody.safeParse({ ...sent, ...change });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

it('a page of the portal, https and mailto are links', () => {
  const footerLinks = ['/docs', 'https://acme.example/terms', 'mailto:help@acme.example'].map((address) => ({
    text: 'Link',
    address,
  }));
  expect(faceBody.parse({ ...sent, footerLinks }).footerLinks).toEqual(footerLinks);
});

it('what an earlier version stored is filled up with the default', () => {
  expect(readStoredFace(3, '{"name":"Acme"}')).toEqual({ ...defaultFace, name: 'Acme', version: 3 });
});

it.each([
  [{}, 'Farebox: know the fare before you ride'],
  [{ name: 'Acme' }, 'Acme: know the fare before you ride'],
  [{ name: 'Acme', sentence: 'APIs of Acme.' }, 'Acme: APIs of Acme'],
  [{ name: 'Acme', sentence: '' }, 'Acme'],
])('the title of %j', (face, title) => {
  expect(portalTitle({ ...defaultFace, ...face })).toBe(title);
});

it.each([
  [
    'Ask the operator of this portal for more.',
    'Ask the operator of this portal (help@acme.example) for more.',
  ],
  ['If so, ask an operator for a link.', 'If so, ask an operator (help@acme.example) for a link.'],
  ['Ask its operator for an invitation.', 'Ask its operator (help@acme.example) for an invitation.'],
  ['Only operators with the role owner can do this.', 'Only operators with the role owner can do this.'],
])('%s', (text, shown) => {
  expect(withContact(text, { contact: 'help@acme.example' })).toBe(shown);
  expect(withContact(text, { contact: '' })).toBe(text);
});

const acme = { ...defaultFace, name: 'Acme $& APIs', contact: 'help@acme.example' };

it.each([
  ['password-link', 'Choose a password for Farebox', 'Choose a password for Acme $& APIs'],
  ['password-changed', 'Your password for Farebox was changed', 'Your password for Acme $& APIs was changed'],
  ['invitation', 'Join Farebox fans on Farebox', 'Join Farebox fans on Acme $& APIs'],
  ['factors-changed', 'You are an operator of a Farebox portal', 'You are an operator of Acme $& APIs'],
  ['approval', 'Fans of Farebox', 'Fans of Farebox'],
])('a mail of the kind %s is sent in the name of the portal', (kind, subject, sentAs) => {
  const mail = { kind, subject, text: 'If it was not you, ask an operator of the portal for help.\n' };
  expect(mailInFace(mail, acme)).toEqual({
    kind,
    subject: sentAs,
    text: 'If it was not you, ask an operator of the portal (help@acme.example) for help.\n\n-- \nAcme $& APIs\nhelp@acme.example\n',
  });
  expect(mailInFace(mail, defaultFace)).toEqual(mail);
});
