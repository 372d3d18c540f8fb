import type { Metadata } from 'next';
import { MailText } from '../../../../components/operator/mail-text.tsx';
import { momentText } from '../../../../lib/text/times.ts';
import { readMail } from '../../../../server/operator/mails.ts';
import { OperatorPage } from '../../operator-page.tsx';

export const metadata: Metadata = { title: 'Mail', robots: { index: false } };

export default async function Mail({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <OperatorPage title="Email" right="read-mail-text">
      {async (context) => {
        const { subject, to, state, createdAt } = await readMail(context, id);
        return (
          <>
            <h1 className="text-3xl font-semibold tracking-tight break-words">{subject}</h1>
            <p className="mt-1 break-words text-quiet">
              To {to} · {momentText(createdAt)} UTC · {state}
            </p>
            <MailText id={id} />
          </>
        );
      }}
    </OperatorPage>
  );
}
