import Link from 'next/link';
import type { AuditList } from '../../../lib/operator/audit.ts';
import type { CallsOfAll, EntriesOfAll } from '../../../lib/operator/ledger-lists.ts';
import { ChangeList } from '../change-list.tsx';
import { CallRows, EntryRows } from '../ledger-rows.tsx';
import { CsvLink } from '../parts/csv-link.tsx';
import { Part } from '../parts/part.tsx';
import { NoRows, PageLinks } from '../parts/rows.tsx';

interface Props {
  accountId: string;
  given: Record<string, string>;
  mayExport: boolean;
}

const more = 'py-1 text-accent underline underline-offset-4';

/** The calls of an account: the list of all calls, filtered. */
export function AccountCalls({ accountId, given, mayExport, calls }: Props & { calls: CallsOfAll }) {
  return (
    <Part
      id="calls"
      title="Calls"
      action={
        <>
          <Link href={`/operator/calls?account=${accountId}`} prefetch={false} className={more}>
            Filter them
          </Link>
          {mayExport && <Csv list="calls" query={`account=${accountId}`} />}
        </>
      }
    >
      {calls.list.length === 0 && calls.next === null ? (
        <NoRows>No calls yet.</NoRows>
      ) : (
        <CallRows calls={calls.list} hasMore={calls.next !== null} unknownFilter={calls.unknownFilter} />
      )}
      <PageLinks address={`/operator/accounts/${accountId}`} given={given} next={calls.next} />
    </Part>
  );
}

export function AccountLedger({ accountId, given, mayExport, entries }: Props & { entries: EntriesOfAll }) {
  return (
    <Part
      id="ledger"
      title="Ledger"
      action={
        <>
          <Link href={`/operator/entries?account=${accountId}`} prefetch={false} className={more}>
            Filter it
          </Link>
          {mayExport && <Csv list="entries" query={`account=${accountId}`} />}
        </>
      }
    >
      {entries.list.length === 0 && entries.next === null ? (
        <NoRows>No entries yet.</NoRows>
      ) : (
        <EntryRows
          entries={entries.list}
          hasMore={entries.next !== null}
          unknownFilter={entries.unknownFilter}
        />
      )}
      <PageLinks address={`/operator/accounts/${accountId}`} given={given} next={entries.next} />
    </Part>
  );
}

interface ChangesProps extends Props {
  changes: AuditList;
  names: ReadonlyMap<string, string>;
}

/** What was changed of an account, in sentences. */
export function AccountChanges({ accountId, given, mayExport, changes, names }: ChangesProps) {
  return (
    <Part
      id="changes"
      title="Changes"
      action={mayExport && <Csv list="audit" query={`target=${accountId}`} />}
    >
      {changes.list.length === 0 ? (
        <NoRows>Nothing was changed.</NoRows>
      ) : (
        <ChangeList changes={changes.list} names={names} />
      )}
      <PageLinks address={`/operator/accounts/${accountId}`} given={given} next={changes.next} />
    </Part>
  );
}

function Csv({ list, query }: { list: string; query: string }) {
  return (
    <CsvLink
      address={`/api/operator/${list}?${query}&pageSize=1000&format=csv`}
      fileName={`farebox-${list}.csv`}
    />
  );
}
