import Link from 'next/link';
import { keyName } from '../../lib/account/api-keys.ts';
import type { EntriesOfAll, KeysOfAll, CallsOfAll } from '../../lib/operator/ledger-lists.ts';
import { signedNumber, groupedNumber } from '../../lib/text/numbers.ts';
import { momentTextOf, momentText } from '../../lib/text/times.ts';
import { CallEnd, CallIds, MadeBy, UnknownFields } from '../calls/call-end.tsx';
import { Mark } from './part.tsx';
import { cell, NoRows, rowLink, Rows, wideCell } from './rows.tsx';

const entryColumns = [{ title: 'Entry' }, { title: 'Credits', className: 'w-28 text-right sm:w-40' }];

interface EntryRowsProps {
  entries: EntriesOfAll['list'];
  hasMore: boolean;
  unknownFilter: string | undefined;
}

export function EntryRows({ entries, hasMore, unknownFilter }: EntryRowsProps) {
  if (unknownFilter !== undefined) return <NoRows>{unknownFilter}</NoRows>;
  if (entries.length === 0)
    return (
      <NoRows>{hasMore ? 'None of these entries match. Look at older ones.' : 'No entries match.'}</NoRows>
    );
  const timeOf = momentTextOf(entries, ({ at }) => at);
  return (
    <Rows caption="Entries of the ledger, newest first" columns={entryColumns}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td className={cell}>
            {entry.account ? (
              <Link href={`/operator/accounts/${entry.account.id}`} prefetch={false} className={rowLink}>
                {entry.account.name}
              </Link>
            ) : (
              <span className="font-medium">A guest</span>
            )}
            <span className="block text-sm text-quiet">
              {entry.callId === null ? (
                entry.kind
              ) : (
                <Link
                  href={`/calls/${entry.callId}`}
                  prefetch={false}
                  className="underline-offset-4 hover:underline"
                >
                  {entry.kind}
                </Link>
              )}
              {` · ${timeOf(entry)} UTC`}
              {entry.reason !== null && ` · ${entry.reason}`}
            </span>
          </td>
          <td className={`${cell} text-right font-semibold tabular-nums`}>{signedNumber(entry.amount)}</td>
        </tr>
      ))}
    </Rows>
  );
}

const keyColumns = [{ title: 'Key' }, { title: 'Last used', className: 'hidden w-64 sm:table-cell' }];

interface KeyRowsProps {
  keys: KeysOfAll['list'];
  readAtMs: number;
  unknownFilter: string | undefined;
}

export function KeyRows({ keys, readAtMs, unknownFilter }: KeyRowsProps) {
  if (keys.length === 0) return <NoRows>{unknownFilter ?? 'No keys match.'}</NoRows>;
  return (
    <Rows caption="API keys, newest first" columns={keyColumns}>
      {keys.map((key) => (
        <tr key={key.id}>
          <td className={cell}>
            <Link href={`/operator/accounts/${key.account.id}#keys`} prefetch={false} className={rowLink}>
              {keyName(key)}
            </Link>{' '}
            {key.operator && <Mark text="Operator" />}{' '}
            {key.revokedAt !== null && <Mark text="Revoked" tone="bad" />}
            <span className="block text-sm text-quiet">
              {key.account.name}
              {key.name !== '' && (
                <>
                  {' '}
                  · ends in <span className="font-mono">{key.hint}</span>
                </>
              )}
              {key.person && ` · of ${key.person.name}`}
            </span>
            <span className="block text-sm text-quiet sm:hidden">{usedText(key, readAtMs)}</span>
          </td>
          <td className={`${wideCell} text-sm text-quiet`}>{usedText(key, readAtMs)}</td>
        </tr>
      ))}
    </Rows>
  );
}

function usedText(key: KeysOfAll['list'][number], readAtMs: number): string {
  const { lastUsedAt, revokedAt, expiresAt } = key;
  const used = lastUsedAt === null ? 'Never used' : `Last used ${momentText(lastUsedAt)} UTC`;
  if (revokedAt !== null) return `${used}, revoked ${momentText(revokedAt)} UTC`;
  if (expiresAt === null) return used;
  const isExpired = Date.parse(expiresAt) <= readAtMs;
  return `${used}, ${isExpired ? 'expired' : 'expires'} ${momentText(expiresAt)} UTC`;
}

const callColumns = [
  { title: 'Call' },
  { title: 'Status', className: 'hidden w-56 sm:table-cell' },
  { title: 'Credits', className: 'w-24 text-right sm:w-32' },
];

interface CallRowsProps {
  calls: CallsOfAll['list'];
  hasMore: boolean;
  unknownFilter: string | undefined;
}

export function CallRows({ calls, hasMore, unknownFilter }: CallRowsProps) {
  if (unknownFilter !== undefined) return <NoRows>{unknownFilter}</NoRows>;
  if (calls.length === 0)
    return <NoRows>{hasMore ? 'None of these calls match. Look at older ones.' : 'No calls match.'}</NoRows>;
  const startOf = momentTextOf(calls, ({ startedAt }) => startedAt);
  return (
    <Rows caption="Calls, newest first" columns={callColumns}>
      {calls.map((call) => (
        <tr key={call.id}>
          <td className={cell}>
            <Link href={`/calls/${call.id}`} prefetch={false} className={rowLink}>
              {call.product.name}
            </Link>
            <span className="block text-sm text-quiet">
              {call.account ? (
                <Link
                  href={`/operator/accounts/${call.account.id}`}
                  prefetch={false}
                  className="underline-offset-4 hover:underline"
                >
                  {call.account.name}
                </Link>
              ) : (
                'A guest'
              )}
              {` · ${startOf(call)} UTC`}
              <MadeBy call={call} />
            </span>
            <UnknownFields call={call} />
            <CallIds call={call} />
            <span className="block text-sm sm:hidden">
              <CallEnd call={call} />
            </span>
          </td>
          <td className={`${wideCell} text-sm`}>
            <CallEnd call={call} />
          </td>
          <td className={`${cell} text-right tabular-nums`}>
            <span className="font-semibold">{groupedNumber(call.charged)}</span>
            <span className="block text-sm text-quiet">of {groupedNumber(call.quoted)}</span>
          </td>
        </tr>
      ))}
    </Rows>
  );
}
