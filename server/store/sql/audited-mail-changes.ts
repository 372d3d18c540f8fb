import type { Payload, Result } from '../writer-verbs.ts';
import type { AuditedChange } from './shared-job.ts';

// What the audit log says of mails. It has no addresses and texts.

type Change = AuditedChange | null;

export function mailCode(_: Payload<'mail-code'>, { personId }: Result<'mail-code'>): Change {
  return personId === null ? null : { target: personId };
}

export function readMailText({ id }: Payload<'read-mail-text'>, { mail }: Result<'read-mail-text'>): Change {
  return mail && { target: id, after: { kind: mail.kind } };
}

export function retryMail({ id }: Payload<'retry-mail'>, result: Result<'retry-mail'>): Change {
  return result.state === 'queued' ? { target: id } : null;
}

export function dismissItem({ item }: Payload<'dismiss-item'>): Change {
  return { target: item };
}
