import { expect, test } from 'vitest';
import { alreadyRegisteredMail } from '../../../../server/people/registration.ts';

test.each([
  [true, 'have a code emailed there, then choose a new one in your profile.'],
  [false, 'ask an operator of the portal for a link to choose a new one.'],
])('a mail to somebody who is known names the way to a new password: codes are mailed: %s', (codes, way) => {
  const { text } = alreadyRegisteredMail('https://portal.example', codes);
  expect(text).toContain(`If you have forgotten the password, ${way}`);
});
