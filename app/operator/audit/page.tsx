import type { Metadata } from 'next';
import { AuditExport } from '../../../components/operator/audit-export.tsx';
import { ChangeList } from '../../../components/operator/change-list.tsx';
import { NoRows } from '../../../components/operator/rows.tsx';
import { auditQuery, listAudit } from '../../../server/operator/audit.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Audit log', robots: { index: false } };

export default listPage({
  title: 'Audit log',
  path: 'audit',
  right: 'read-audit',
  exportRight: 'export-audit',
  query: auditQuery,
  read: listAudit,
  filters: () => [
    { label: 'Change', name: 'verb', hint: 'grant' },
    { label: 'Author', name: 'actor', hint: 'Name or id' },
    { label: 'Target', name: 'target', hint: 'Name or id' },
  ],
  rows: ({ list, head, unknownFilter }, caller) => (
    <>
      {mayDo(caller, 'export-audit') && <AuditExport />}
      {head !== null && (
        <p className="mt-4 text-sm text-quiet">
          Last entry: <code className="break-all">{head}</code>
        </p>
      )}
      {list.length === 0 ? (
        <NoRows>{unknownFilter ?? 'No entries match.'}</NoRows>
      ) : (
        <ChangeList changes={list} />
      )}
    </>
  ),
});
