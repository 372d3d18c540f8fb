import type { Metadata } from 'next';
import { FilterChoice, ListHead, PageLinks } from '../../../components/operator/rows.tsx';
import { MailRows } from '../../../components/operator/mail-rows.tsx';
import { listMails, mailsQuery } from '../../../server/operator/ledger-lists.ts';
import { mayDo } from '../../../server/rights.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Mails', robots: { index: false } };

const address = '/operator/mails';

export default async function Mails({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Mails" right="read-mails">
      {async (context, caller) => {
        const { query, given } = await pageQuery(mailsQuery, searchParams);
        const { list, next } = await listMails(context, query, caller);
        const csv = mayDo(caller, 'export-mails') ? { csv: '/api/operator/mails' } : {};
        return (
          <>
            <ListHead title="Mails" address={address} given={given} {...csv}>
              <FilterChoice label="State" name="state" value={given['state']} words={{ failed: 'Failed' }} />
            </ListHead>
            <MailRows
              mails={list}
              mayRead={mayDo(caller, 'read-mail-text')}
              mayRetry={mayDo(caller, 'retry-mail')}
            />
            <PageLinks address={address} given={given} next={next} />
          </>
        );
      }}
    </OperatorPage>
  );
}
