import Link from 'next/link';
import type { MailList, MailState } from '../../lib/operator/mails.ts';
import { momentTextOf } from '../../lib/text/times.ts';
import { ChangeButton } from './change-button.tsx';
import { cell, NoRows, rowLink, Rows } from './rows.tsx';

const stateWords: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  written: 'Written to a file',
};

const colours: Record<MailState, string> = {
  waiting: 'text-warn',
  sent: 'text-good',
  failed: 'text-bad',
  written: 'text-quiet',
};

interface Props {
  mails: MailList['list'];
  mayRead: boolean;
  mayRetry: boolean;
}

/** The outbox. Mails that were not sent can be sent again. */
export function MailRows({ mails, mayRead, mayRetry }: Props) {
  if (mails.length === 0) return <NoRows>No emails match. Emails are kept for 30 days.</NoRows>;
  const timeOf = momentTextOf(mails, ({ createdAt }) => createdAt);
  const columns = [{ title: 'Email' }, { title: 'State', className: 'w-32 sm:w-48' }];
  return (
    <Rows caption="Emails, newest first" columns={columns}>
      {mails.map((mail) => {
        const { id, to, subject, state, lastError } = mail;
        return (
          <tr key={id}>
            <td className={cell}>
              {mayRead ? (
                <Link href={`/operator/mails/${id}`} prefetch={false} className={rowLink}>
                  {subject}
                </Link>
              ) : (
                <span className="font-medium">{subject}</span>
              )}
              <span className="block text-sm break-all text-quiet">{to}</span>
              <span className="block text-sm text-quiet tabular-nums">{timeOf(mail)} UTC</span>
              {state !== 'sent' && lastError !== null && (
                <span className="block text-sm break-words text-bad">{lastError}</span>
              )}
            </td>
            <td className={cell}>
              <span className={colours[state]}>{stateWords[state]}</span>
              {mayRetry && (state === 'failed' || state === 'waiting') && (
                <span className="mt-1 block">
                  <ChangeButton
                    label="Send again"
                    about={`to ${to}`}
                    route="POST /api/operator/mails/{mail_id}/retry"
                    params={{ mail_id: id }}
                    body={{}}
                  />
                </span>
              )}
            </td>
          </tr>
        );
      })}
    </Rows>
  );
}
