import Link from 'next/link';
import type { AuditList } from '../../lib/operator/audit.ts';
import type { CallsOfAll, EntriesOfAll } from '../../lib/operator/ledger-lists.ts';
import { ChangeList } from './change-list.tsx';
import { CallRows, EntryRows } from './ledger-rows.tsx';
import { CsvLink } from './parts/csv-link.tsx';
import { Part } from './parts/part.tsx';
import { NoRows, PageLinks } from './parts/rows.tsx';

interface Props {
  /** The page of the thing that has the tab. */
  address: string;
  /** How the list of all is filtered: `account=acc_…`. */
  filter: string;
  given: Record<string, string>;
  mayExport: boolean;
}

const more = 'py-1 text-accent underline underline-offset-4';

/** The calls of a thing: the list of all calls, filtered. */
export function CallsTab({ address, filter, given, mayExport, calls }: Props & { calls: CallsOfAll }) {
  return (
    <Part
      id="calls"
      title="Calls"
      action={
        <>
          <Link href={`/operator/calls?${filter}`} prefetch={false} className={more}>
            Filter them
          </Link>
          {mayExport && <Csv list="calls" filter={filter} />}
        </>
      }
    >
      {calls.list.length === 0 && calls.next === null ? (
        <NoRows>No calls yet.</NoRows>
      ) : (
        <CallRows calls={calls.list} hasMore={calls.next !== null} unknownFilter={calls.unknownFilter} />
      )}
      <PageLinks address={address} given={given} next={calls.next} />
    </Part>
  );
}

export function LedgerTab({ address, filter, given, mayExport, entries }: Props & { entries: EntriesOfAll }) {
  return (
    <Part
      id="ledger"
      title="Ledger"
      action={
        <>
          <Link href={`/operator/entries?${filter}`} prefetch={false} className={more}>
            Filter it
          </Link>
          {mayExport && <Csv list="entries" filter={filter} />}
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
      <PageLinks address={address} given={given} next={entries.next} />
    </Part>
  );
}

interface ChangesProps extends Props {
  title: string;
  changes: AuditList;
  names: ReadonlyMap<string, string>;
}

/** Entries of the audit log about a thing or by a person, as sentences. */
export function ChangesTab({ address, filter, given, mayExport, title, changes, names }: ChangesProps) {
  return (
    <Part id="changes" title={title} action={mayExport && <Csv list="audit" filter={filter} />}>
      {changes.list.length === 0 ? (
        <NoRows>Nothing was changed.</NoRows>
      ) : (
        <ChangeList changes={changes.list} names={names} />
      )}
      <PageLinks address={address} given={given} next={changes.next} />
    </Part>
  );
}

function Csv({ list, filter }: { list: string; filter: string }) {
  return (
    <CsvLink
      address={`/api/operator/${list}?${filter}&pageSize=1000&format=csv`}
      fileName={`farebox-${list}.csv`}
    />
  );
}
