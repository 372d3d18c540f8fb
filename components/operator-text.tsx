'use client';

import { contactAddress, withContact } from '../lib/face/contact.ts';
import { usePortalFacts } from './portal-facts.tsx';

/** A text that sends people to the operator, with how to reach them. */
export function OperatorText({ children }: { children: string }) {
  const { contact } = usePortalFacts();
  const text = withContact(children, { contact });
  const start = contact === '' ? -1 : text.indexOf(`(${contact})`) + 1;
  if (start < 1) return text;
  return (
    <>
      {text.slice(0, start)}
      <a href={contactAddress(contact)} className="break-words underline underline-offset-4">
        {contact}
      </a>
      {text.slice(start + contact.length)}
    </>
  );
}
