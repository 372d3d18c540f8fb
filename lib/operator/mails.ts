import { z } from 'zod';
import { nextPage } from './accounts.ts';

const time = z.iso.datetime().nullable();

const mailStates = ['waiting', 'sent', 'failed', 'written'] as const;

export type MailState = (typeof mailStates)[number];

const listedMail = z.strictObject({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates).meta({ description: 'written: only to a file, as no mail server is set.' }),
  createdAt: z.iso.datetime(),
  attempts: z.int().min(0),
  nextAttemptAt: time,
  sentAt: time,
  failedAt: time,
  lastError: z.string().nullable(),
});

/** The response of `GET /api/operator/mails`. */
export const mailList = z
  .strictObject({ list: z.array(listedMail), next: nextPage })
  .meta({ id: 'MailList', description: 'Newest first, for 30 days.' });

export type MailList = z.output<typeof mailList>;

/** The response of `GET /api/operator/mails/{mail_id}`. */
export const mailDetail = z
  .strictObject({ ...listedMail.shape, text: z.string() })
  .meta({ id: 'MailDetail' });

export type MailDetail = z.output<typeof mailDetail>;

export const retriedMail = z.strictObject({ id: z.string() }).meta({ id: 'RetriedMail' });
