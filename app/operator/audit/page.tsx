import type { Metadata } from 'next';
import { AuditExport } from '../../../components/operator/audit-export.tsx';
import { ChangeList } from '../../../components/operator/change-list.tsx';
import { FilterText, ListHead, PageLinks, NoRows } from '../../../components/operator/rows.tsx';
import { auditQuery, listAudit } from '../../../server/operator/audit.ts';
import { mayDo } from '../../../server/rights.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Audit log', robots: { index: false } };

const address = '/operator/audit';

export default async function Audit({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Audit log" right="read-audit">
      {async (context, caller) => {
        const { query, given } = await pageQuery(auditQuery, searchParams);
        const { list, next, head } = await listAudit(context, query);
        const csv = mayDo(caller, 'export-audit') ? { csv: '/api/operator/audit' } : {};
        return (
          <>
            <ListHead title="Audit log" address={address} given={given} {...csv}>
              <FilterText label="Change" name="verb" value={given['verb']} hint="grant" />
              <FilterText label="Author" name="actor" value={given['actor']} hint="per_…" />
              <FilterText label="Of" name="target" value={given['target']} hint="acc_…" />
            </ListHead>
            {mayDo(caller, 'export-audit') && <AuditExport />}
            {head !== null && (
              <p className="mt-4 text-sm text-quiet">
                Last entry: <code className="break-all">{head}</code>
              </p>
            )}
            {list.length === 0 ? <NoRows>No entry matches.</NoRows> : <ChangeList changes={list} />}
            <PageLinks address={address} given={given} next={next} />
          </>
        );
      }}
    </OperatorPage>
  );
}
