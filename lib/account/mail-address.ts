import { z } from 'zod';

const longest = 254;
const shape = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/u;

/** An email address as a person writes it. */
export const mailAddress = z
  .string('Enter an email address.')
  .trim()
  .min(1, 'Enter an email address.')
  .max(longest, `An email address can have at most ${longest} characters.`)
  .refine(
    (text) => shape.test(text) && !/\p{Cc}/u.test(text),
    'Enter an email address, such as ada@example.com.',
  );

/** By which addresses are compared. Mail servers ignore capitals in practice, and people forget theirs. */
export function mailAddressKey(address: string): string {
  return address.normalize('NFC').toLowerCase();
}
