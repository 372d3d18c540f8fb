import type { Metadata } from 'next';
import Link from 'next/link';
import { AuditExport } from '../../../components/operator/audit-export.tsx';
import { ChangeList } from '../../../components/operator/change-list.tsx';
import { NoRows } from '../../../components/operator/parts/rows.tsx';
import { auditVerbs } from '../../../lib/operator/audit-sentences.ts';
import { auditQuery, listAudit, namesInEntries } from '../../../server/operator/audit.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage, namesOf } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Audit log', robots: { index: false } };

const verbWords = Object.fromEntries(auditVerbs.toSorted().map((verb) => [verb, verb.replaceAll('-', ' ')]));

export default listPage({
  title: 'Audit log',
  path: 'audit',
  right: 'read-audit',
  exportRight: 'export-audit',
  query: auditQuery,
  read: async (context, query) => {
    const found = await listAudit(context, query);
    return { ...found, names: await namesInEntries(context, found.list) };
  },
  filters: (caller) => [
    { label: 'Author', name: 'actor', hint: 'Name or id', finds: namesOf(caller, 'people', 'keys') },
    { label: 'Change', name: 'verb', words: verbWords },
    {
      label: 'Target',
      name: 'target',
      hint: 'Name or id',
      finds: namesOf(caller, 'accounts', 'people', 'products'),
    },
  ],
  action: (caller) => mayDo(caller, 'export-audit') && <AuditExport />,
  rows: ({ list, names, head, unknownFilter }) => (
    <>
      <OftenAsked />
      {list.length === 0 ? (
        <NoRows>{unknownFilter ?? 'No entries match.'}</NoRows>
      ) : (
        <>
          <h2 className="sr-only">Entries</h2>
          <ChangeList changes={list} names={names} />
        </>
      )}
      {head !== null && (
        <p className="mt-4 text-dense text-quiet">
          Times are in UTC. Last entry: <code className="text-xs break-all">{head}</code>
        </p>
      )}
    </>
  ),
});

const often = [
  ['Credits by hand', 'grant'],
  ['Limits', 'cap-account'],
  ['Suspended', 'suspend-account'],
  ['Closed', 'close-account'],
  ['Roles', 'set-operator-role'],
  ['New keys', 'create-key'],
  ['Seen as others', 'see-as'],
  ['Erased', 'erase-person'],
] as const;

function OftenAsked() {
  return (
    <nav aria-label="Often asked" className="mt-2.5 flex flex-wrap items-center gap-1.5 text-dense">
      <span className="mr-1 text-quiet">Often asked</span>
      {often.map(([name, verb]) => (
        <Link
          key={verb}
          href={`/operator/audit?verb=${verb}`}
          prefetch={false}
          className="chip rounded-full bg-transparent hover:bg-hover max-rail:h-9"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
