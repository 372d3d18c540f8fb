import Link from 'next/link';
import type { MailList, MailState } from '../../lib/operator/mails.ts';
import { ChangeButton } from './parts/change-button.tsx';
import { State, type Tone } from './parts/page-head.tsx';
import { cell, List, Named, rowLink, wide, wideCell } from './parts/rows.tsx';
import { When } from './parts/when.tsx';

const stateWords: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  written: 'Written to file',
};

const tones: Record<MailState, Tone> = { waiting: 'warn', sent: 'good', failed: 'bad', written: 'quiet' };

interface Props {
  mails: MailList['list'];
  mayRead: boolean;
  mayRetry: boolean;
}

const columns = [
  { title: 'Email' },
  { title: 'To', className: wide },
  { title: 'State', className: 'w-36' },
  { title: 'Time', className: `${wide} w-36`, isFigure: true },
  { title: 'Send again', className: 'w-24', isHidden: true },
];

/** The outbox. Mails that were not sent can be sent again. */
export function MailRows({ mails, mayRead, mayRetry }: Props) {
  return (
    <List
      caption="Emails, newest first"
      things={['email', 'emails']}
      rows={mails}
      columns={columns}
      none="No emails match. Emails are kept for 30 days."
    >
      {(mail) => <MailRow key={mail.id} mail={mail} mayRead={mayRead} mayRetry={mayRetry} />}
    </List>
  );
}

function MailRow({ mail, mayRead, mayRetry }: Omit<Props, 'mails'> & { mail: MailList['list'][number] }) {
  const { id, to, subject, state, lastError, createdAt } = mail;
  const error = state === 'sent' ? null : lastError;
  return (
    <tr>
      <td className={cell}>
        <Named
          name={
            mayRead ? (
              <Link href={`/operator/mails/${id}`} prefetch={false} className={rowLink}>
                {subject}
              </Link>
            ) : (
              <span className="font-medium">{subject}</span>
            )
          }
          below={<span className="break-all">{to}</span>}
        />
        {error !== null && <span className="block break-words text-bad">{error}</span>}
      </td>
      <td className={`${wideCell} text-quiet`} title={to}>
        {to}
      </td>
      <td className={cell}>
        <State tone={tones[state]}>{stateWords[state]}</State>
      </td>
      <td className={`${wideCell} text-right text-quiet`}>
        <When at={createdAt} hasTime />
      </td>
      <td className={`${cell} text-right`}>
        {mayRetry && (state === 'failed' || state === 'waiting') && (
          <ChangeButton
            label="Send again"
            about={`to ${to}`}
            route="POST /api/operator/mails/{mail_id}/retry"
            params={{ mail_id: id }}
            body={{}}
          />
        )}
      </td>
    </tr>
  );
}
