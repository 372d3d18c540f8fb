import { runOutbox } from '../outbox/run-outbox.ts';
import type { ClaimedMail } from '../store/mail-changes.ts';
import type { Store, Tending } from '../store/store.ts';
import { deliverMail, type MailContext } from './deliver-mail.ts';
import { pruneMailFiles } from './outbox-folder.ts';

/** Sending takes a minute at most, so a portal whose clock is minutes off does not send the same mail. */
const leaseMs = 5 * 60_000;
const slots = 4;
/** A server may check an address for a minute before it takes a mail. */
const mostToAddress = 2;
const retentionMs = 30 * 24 * 60 * 60 * 1_000;
const prunedAtOnce = 500;

/** Sends the mails of the store, and deletes them when they are old. */
export function sendMails(context: MailContext & { store: Pick<Store, 'mails' | 'writer'> }): Tending {
  const { settings, store } = context;
  return runOutbox<ClaimedMail, string>({
    name: 'mail',
    slots,
    hasDue: (nowMs) => store.mails.hasDue(nowMs),
    claim(now, most, sendingTo) {
      const share = { most: mostToAddress, sendingTo };
      return store.writer.run('claim-mail', { now, leaseUntil: now + leaseMs, most, share });
    },
    receiverOf: ({ to }) => to,
    deliver: (mail, signal) => deliverMail(context, mail, signal),
    async prune(nowMs) {
      const before = nowMs - retentionMs;
      const batch = { before, most: prunedAtOnce };
      for (let deleted = prunedAtOnce; deleted === prunedAtOnce; )
        ({ deleted } = await store.writer.run('prune-mail', batch));
      await pruneMailFiles(settings, before, (ids) => store.mails.idsOf(ids));
    },
  });
}
