import { Problem } from '../../lib/problem/problem.ts';
import type { OperatorChange } from './change.ts';

/** Makes a mail that was not sent due at once. */
export const retryMail: OperatorChange<{ mailId: string }, 'retry-mail', { id: string }> = {
  right: 'retry-mail',
  verb: 'retry-mail',
  status: 200,
  prepare: (_context, { mailId: id }) => Promise.resolve({ payload: { id, now: Date.now() }, given: { id } }),
  answer({ state }, given) {
    if (state === 'queued') return given;
    if (state === 'unknown')
      throw new Problem('not-found', `There is no mail ${JSON.stringify(given.id.slice(0, 100))}.`);
    throw new Problem(
      'mail-not-due',
      state === 'sent'
        ? 'This mail was sent, and is not sent again.'
        : 'This mail is being sent. Look again in five minutes.',
    );
  },
};
