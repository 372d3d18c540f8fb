import type { Metadata } from 'next';
import { ChangeList } from '../../../components/operator/change-list.tsx';
import { FilterText } from '../../../components/operator/filter-field.tsx';
import { ListHead } from '../../../components/operator/list-head.tsx';
import { PageLinks } from '../../../components/operator/page-links.tsx';
import { NoRows } from '../../../components/operator/rows.tsx';
import { auditQuery, listAudit } from '../../../server/operator/list-audit.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Audit log', robots: { index: false } };

const address = '/operator/audit';

export default async function Audit({ searchParams }: { searchParams: SearchParams }) {
  const { query, given } = await pageQuery(auditQuery, searchParams);
  return (
    <OperatorPage title="Audit log" right="read-audit">
      {async (context) => {
        const { list, next } = await listAudit(context, query);
        return (
          <>
            <ListHead {...{ title: 'Audit log', address, given }} csv="/api/operator/audit">
              <FilterText label="Change" name="verb" value={given['verb']} hint="grant" />
              <FilterText label="Author" name="actor" value={given['actor']} hint="per_…" />
              <FilterText label="Of" name="target" value={given['target']} hint="acc_…" />
            </ListHead>
            {list.length === 0 ? <NoRows>No entry matches.</NoRows> : <ChangeList changes={list} />}
            <PageLinks {...{ address, given, next }} />
          </>
        );
      }}
    </OperatorPage>
  );
}
