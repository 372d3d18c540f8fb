import { withContact } from './contact.ts';
import { defaultFace, type Face } from './face.ts';

interface Written {
  kind: string;
  subject: string;
  text: string;
}

/** The subjects of these begin with words of others. */
const ofOthers = new Set(['alert', 'approval', 'webhook-disabled']);

const namesPortal = /\b(for|on|of) (?:a )?Farebox(?: portal)?(?= already$| was changed$|$)/;

/**
 * A mail as it is sent: with the name of the portal in its subject, and how to reach its operator. It is stored as an
 * unchanged portal writes it, because mails are found again by their subject.
 */
export function mailInFace<Mail extends Written>(mail: Mail, face: Face): Mail {
  const { name, contact } = face;
  const isNamed = name !== defaultFace.name && !ofOthers.has(mail.kind);
  const subject = isNamed
    ? mail.subject.replace(namesPortal, (_, word: string) => `${word} ${name}`)
    : mail.subject;
  if (name === defaultFace.name && contact === '') return { ...mail, subject };
  const signature = ['-- ', name, contact].filter((line) => line !== '').join('\n');
  return {
    ...mail,
    subject,
    text: `${withContact(mail.text, face).trimEnd()}\n\n${signature}\n`,
  };
}
