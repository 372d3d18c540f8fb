import { z } from 'zod';
import type { MailDetail, MailList, MailState } from '../../lib/operator/mails.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { mailState } from '../mail/mail-state.ts';
import type { Context } from '../portal/context.ts';
import type { Author } from '../store/author.ts';
import type { MailRow } from '../store/mail.ts';
import { writeChange } from '../store/write-change.ts';
import { addressFor } from './address-for.ts';
import { listParameters, pageWish } from './list-parameters.ts';
import type { Operating } from './rights.ts';

export const mailsQuery = z.object({
  state: z
    .literal('failed', 'failed')
    .optional()
    .meta({ description: '`failed`: only mails that could not be sent.' }),
  ...listParameters,
});

export type MailsQuery = z.output<typeof mailsQuery>;

/** The outbox, without the texts. */
export async function listMails(
  { store }: Context,
  { state, ...query }: MailsQuery,
  caller: Operating,
): Promise<MailList> {
  const onlyFailed = state === 'failed';
  const { rows, next } = await store.mails.list({ ...pageWish(query), onlyFailed });
  const list = rows.map(listedMail).map((row) => {
    const to = addressFor(caller, row.to);
    // A mail server names the address that it refuses.
    return { ...row, to, lastError: row.lastError?.replaceAll(row.to, to) ?? null };
  });
  return { list, next };
}

/** Without the text. */
export async function readMail({ store }: Context, id: string): Promise<MailList['list'][number]> {
  const mail = await store.mails.find(id);
  if (!mail) throw new Problem('not-found', `There is no mail ${JSON.stringify(id.slice(0, 100))}.`);
  return listedMail(mail);
}

/** With the text. The audit log has who asked for it. */
export async function readMailText(context: Context, id: string, author: Author): Promise<MailDetail> {
  const listed = await readMail(context, id);
  const { mail } = await writeChange(context, 'read-mail-text', { id }, author);
  return { ...listed, text: mail?.text ?? '' };
}

function listedMail(mail: MailRow): MailList['list'][number] {
  const { id, kind, to, subject, attempts, lastError } = mail;
  const state: MailState = mailState(mail);
  return {
    id,
    kind,
    to,
    subject,
    state,
    attempts,
    lastError,
    createdAt: mail.createdAt.toISOString(),
    nextAttemptAt: mail.nextAttemptAt?.toISOString() ?? null,
    sentAt: mail.sentAt?.toISOString() ?? null,
    failedAt: mail.failedAt?.toISOString() ?? null,
  };
}
