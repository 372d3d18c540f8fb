import type { Face } from './face.ts';

/** The words by which texts send people to the operator. */
const asksOperator = /\b(?:ask|tell|to|or) (?:the|an|its) operator(?: of (?:this|the) portal)?\b/i;

/** A text that sends people to the operator, with how to reach them. Without a contact it stays as it is. */
export function withContact(text: string, { contact }: Pick<Face, 'contact'>): string {
  return contact === '' ? text : text.replace(asksOperator, (words) => `${words} (${contact})`);
}

/** The link of a contact. */
export function contactAddress(contact: string): string {
  return contact.startsWith('https://') ? contact : `mailto:${contact}`;
}
