import { comparisonKeyOf } from '../../lib/account/mail-address.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { newPasswordLink } from '../people/new-password-link.ts';
import type { OperatorChange } from './change.ts';
import { requirePersonOf } from './read-person.ts';

type Given = { link: string; expiresAt: string };

/** Makes a link by which a person chooses a password. The portal also mails it. */
export const makePasswordLinkFor: OperatorChange<{ personId: string }, 'make-password-link', Given> = {
  right: 'make-password-link',
  verb: 'make-password-link',
  status: 200,
  async prepare(context, { personId }) {
    const { email } = await requirePersonOf(context, personId);
    const { link, payload } = newPasswordLink(context.settings.url, comparisonKeyOf(email));
    return { payload, given: { link, expiresAt: new Date(payload.expiresAt).toISOString() } };
  },
  answer({ personId }, given) {
    if (personId === null) throw new Problem('not-found', 'There is no such person.');
    return given;
  },
};
