import type { Metadata } from 'next';
import { PageHead } from '../../../../components/operator/parts/page-head.tsx';
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
            <PageHead
              title={subject}
              crumb={{ href: '/operator/mails', name: 'Emails' }}
              sub={`To ${to} · ${momentText(createdAt)} UTC · ${state}`}
            />
            <MailText id={id} />
          </>
        );
      }}
    </OperatorPage>
  );
}
