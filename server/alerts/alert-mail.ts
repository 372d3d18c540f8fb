import { creditsText } from '../../lib/text/count-text.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { nameInMail } from '../../lib/text/name-text.ts';
import type { AlertSubject } from '../store/alerts.ts';
import type { MailText } from '../store/mail-changes.ts';
import type { ReachedAlertRow } from './assess-alerts.ts';

interface Told {
  account: { id: string; name: string };
  of: AlertSubject | null;
  /** The portal. */
  url: string;
}

const kinds = { key: 'API key', member: 'member' };
const kindsInSubject = { key: 'API key', member: 'Member' };

/** The id beside a name is how the mails with the names of an erased person are found. */
export function alertMail({ alert, period, amount }: ReachedAlertRow, told: Told): MailText {
  const { of, url } = told;
  const account = nameInMail(told.account.name);
  const named = `"${account}" (${told.account.id})`;
  const name = nameInMail(of?.name ?? '');
  const limit = groupedNumber(alert.credits);
  const spent = `spent ${creditsText(amount)} in ${period}`;
  const whose = of ? `The ${kinds[of.kind]} "${name}" (${of.id}) of the account` : 'The account';
  const [subject, sentence] =
    alert.watches === 'balance'
      ? [
          `The balance of ${account} is below ${limit}`,
          `The balance of the account ${named} is ${creditsText(amount)}, which is below ${limit}.`,
        ]
      : [
          `${of ? `${kindsInSubject[of.kind]} ${name} of ${account}` : account} has ${spent}`,
          `${whose} ${named} has ${spent} (UTC). The alert is at ${limit}.`,
        ];
  return { subject, text: `${sentence}\n\nThe alerts of the account, and whom they tell: ${url}/credits\n` };
}
