import { type MailAddress, parseMailAddress } from '../lib/account/mail-address.ts';
import { Refusal } from './refusal.ts';

export function emailAddress(text: string): MailAddress {
  const parsed = parseMailAddress(text);
  if (parsed) return parsed;
  throw new Refusal(
    `${JSON.stringify(text.slice(0, 100))} is not an email address, such as ada@example.com.`,
  );
}
