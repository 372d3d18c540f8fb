import { z } from 'zod';
import type { MailDetail, MailList, MailState } from '../../lib/operator/mails.ts';
import type { Face } from '../../lib/face/face.ts';
import { mailInFace } from '../../lib/face/mail-face.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { filterText, listParameters, pageWish } from '../list-parameters.ts';
import { mailState } from '../mail/mail-settings.ts';
import { mayDo, type Operating } from '../rights.ts';
import type { Author } from '../store/author.ts';
import type { MailRow } from '../store/messages/read-mails.ts';
import { writeChange } from '../store/write-change.ts';
import { addressFor } from './accounts.ts';
import type { OperatorChange } from './change.ts';

export const mailsQuery = z.object({
  q: filterText(
    'Only mails with this id, to this address, or with this text in their subject. For those who may export people, a part of an address is enough.',
  ),
  state: z
    .literal('failed', 'failed')
    .optional()
    .meta({ description: '`failed`: only mails that could not be sent.' }),
  ...listParameters,
});

type MailsQuery = z.output<typeof mailsQuery>;

/** The outbox, without the texts. */
export async function listMails(
  { store }: Context,
  { q, state, ...query }: MailsQuery,
  caller: Operating,
): Promise<MailList> {
  const onlyFailed = state === 'failed';
  const named = q === undefined ? undefined : { text: q, partsOfAddress: mayDo(caller, 'export-people') };
  const { rows, next } = await store.mails.list({ ...pageWish(query), onlyFailed, named });
  const face = await store.face.read();
  const list = rows.map((mail) => {
    const row = listedMail(mail, face);
    const to = addressFor(caller, row.to);
    // A mail server names the address that it refuses.
    return { ...row, to, lastError: row.lastError?.replaceAll(row.to, to) ?? null };
  });
  return { list, next };
}

/** Without the text. */
export async function readMail({ store }: Context, id: string): Promise<MailList['list'][number]> {
  const mail = await store.mails.find(id);
  if (!mail) throw new Problem('not-found', `There is no email ${JSON.stringify(id.slice(0, 100))}.`);
  return listedMail(mail, await store.face.read());
}

/** With the text. The audit log has who asked for it. */
export async function readMailText(context: Context, id: string, author: Author): Promise<MailDetail> {
  const listed = await readMail(context, id);
  const { mail } = await writeChange(context, 'read-mail-text', { id }, author);
  const { text } = mailInFace({ ...listed, text: mail?.text ?? '' }, await context.store.face.read());
  return { ...listed, text };
}

/** As it is sent. */
function listedMail(mail: MailRow, face: Face): MailList['list'][number] {
  const { id, kind, to, attempts, lastError } = mail;
  const { subject } = mailInFace({ ...mail, text: '' }, face);
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

/** Makes a mail that was not sent due at once. */
export const retryMail: OperatorChange<{ mailId: string }, 'retry-mail', { id: string }> = {
  right: 'retry-mail',
  verb: 'retry-mail',
  status: 200,
  prepare: (_context, { mailId: id }) => Promise.resolve({ payload: { id, now: Date.now() }, given: { id } }),
  answer({ state }, given) {
    if (state === 'queued') return given;
    if (state === 'unknown')
      throw new Problem('not-found', `There is no email ${JSON.stringify(given.id.slice(0, 100))}.`);
    throw new Problem(
      'mail-not-due',
      state === 'sent'
        ? 'This email was already sent, so it is not sent again.'
        : 'This email is being sent. Check again in five minutes.',
    );
  },
};
