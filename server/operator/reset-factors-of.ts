import { comparisonKeyOf } from '../../lib/account/mail-address.ts';
import { factorsChangedMail } from '../people/factor-mails.ts';
import type { OperatorChange } from './change.ts';
import { requirePersonOf } from './read-person.ts';

/** Removes the second factor and the passkeys of a person, who is told by mail. Their sessions end. */
export const resetFactorsOf: OperatorChange<{ personId: string }, 'reset-factors', Record<string, never>> = {
  right: 'reset-factors',
  verb: 'reset-factors',
  status: 200,
  async prepare(context, { personId }) {
    const { email } = await requirePersonOf(context, personId);
    const mail = factorsChangedMail('The second factor was reset by an operator', context.settings.url);
    return { payload: { emailKey: comparisonKeyOf(email), now: Date.now(), mail }, given: {} };
  },
  answer: (result) => ({ reset: result.personId !== null && result.had }),
};
