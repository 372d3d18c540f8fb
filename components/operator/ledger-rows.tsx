import Link from 'next/link';
import { keyName } from '../../lib/account/api-keys.ts';
import type { EntriesOfAll, KeysOfAll, CallsOfAll } from '../../lib/operator/ledger-lists.ts';
import { signedNumber, groupedNumber } from '../../lib/text/numbers.ts';
import { entryWords } from '../../lib/view/daily-use.ts';
import { endWords, MadeBy, stateTones, UnknownFields } from '../calls/call-end.tsx';
import { stateWords } from '../../lib/call/call-words.ts';
import { State, type Tone } from './parts/page-head.tsx';
import { Mark } from './parts/part.tsx';
import { type ListOrder, orderedBy } from './parts/list-order.ts';
import { cell, figure, List, Named, rowLink, wide, wideCell, wider, widerCell } from './parts/rows.tsx';
import { When } from './parts/when.tsx';

const quietLink = 'underline-offset-4 hover:underline';

const entryColumns = [
  { title: 'Account' },
  { title: 'Entry', className: `${wide} w-40` },
  { title: 'Reason', className: wider },
  { title: 'Time', className: `${wide} w-36` },
  { title: 'Credits', className: 'w-28', isFigure: true },
];

interface EntryRowsProps {
  entries: EntriesOfAll['list'];
  hasMore: boolean;
  unknownFilter: string | undefined;
}

export function EntryRows({ entries, hasMore, unknownFilter }: EntryRowsProps) {
  return (
    <List
      caption="Entries of the ledger, newest first"
      things={['entry', 'entries']}
      rows={entries}
      columns={entryColumns}
      none={
        unknownFilter ?? (hasMore ? 'None of these entries match. Look at older ones.' : 'No entries match.')
      }
    >
      {(entry) => (
        <tr key={entry.id}>
          <td className={cell}>
            <Named
              name={
                entry.account ? (
                  <Link href={`/operator/accounts/${entry.account.id}`} prefetch={false} className={rowLink}>
                    {entry.account.name}
                  </Link>
                ) : (
                  <span className="font-medium">A guest</span>
                )
              }
              below={
                <>
                  {entryWords[entry.kind]} · <When at={entry.at} hasTime />
                  {entry.reason !== null && ` · ${entry.reason}`}
                </>
              }
            />
          </td>
          <td className={wideCell}>
            {entry.callId === null ? (
              entryWords[entry.kind]
            ) : (
              <Link href={`/calls/${entry.callId}`} prefetch={false} className={quietLink}>
                {entryWords[entry.kind]}
              </Link>
            )}
          </td>
          <td className={`${widerCell} text-quiet`} title={entry.reason ?? undefined}>
            {entry.reason}
          </td>
          <td className={`${wideCell} text-quiet`}>
            <When at={entry.at} hasTime />
          </td>
          <td className={`${cell} ${figure} font-medium ${entry.amount > 0 ? 'text-good' : ''}`}>
            {signedNumber(entry.amount)}
          </td>
        </tr>
      )}
    </List>
  );
}

const keyColumns = [
  { title: 'Key' },
  { title: 'Account', className: wide },
  { title: 'Person', className: wider },
  { title: 'State', className: 'w-28' },
  { title: 'Ends', className: `${wider} w-28` },
  { title: 'Created', className: `${wider} w-28` },
  { title: 'Last used', className: `${wide} w-28`, isFigure: true },
];

interface KeyRowsProps {
  keys: KeysOfAll['list'];
  readAtMs: number;
  unknownFilter: string | undefined;
  order: ListOrder | undefined;
}

export function KeyRows({ keys, readAtMs, unknownFilter, order }: KeyRowsProps) {
  return (
    <List
      caption="API keys"
      things={['key', 'keys']}
      rows={keys}
      columns={keyColumns}
      order={order}
      none={unknownFilter ?? 'No keys match.'}
    >
      {(key) => (
        <tr key={key.id}>
          <td className={cell}>
            <Named
              name={
                <Link href={`/operator/keys/${key.id}`} prefetch={false} className={rowLink}>
                  {keyName(key)}
                </Link>
              }
              more={
                <>
                  {key.name !== '' && <span className="font-mono">…{key.hint}</span>}{' '}
                  {key.operator && <Mark text="Operator" />}
                </>
              }
              below={
                <>
                  {key.account.name}
                  {orderedBy(order) === 'used' ? (
                    <>
                      {' · '}
                      {key.lastUsedAt === null ? 'never used' : <When at={key.lastUsedAt} />}
                    </>
                  ) : (
                    key.person && ` · ${key.person.name}`
                  )}
                </>
              }
            />
          </td>
          <td className={wideCell}>
            <Link
              href={`/operator/accounts/${key.account.id}`}
              prefetch={false}
              className={quietLink}
              title={key.account.name}
            >
              {key.account.name}
            </Link>
          </td>
          <td className={`${widerCell} text-quiet`}>{key.person?.name}</td>
          <td className={cell}>
            <KeyState apiKey={key} readAtMs={readAtMs} />
          </td>
          <td className={`${widerCell} text-quiet`}>{key.expiresAt && <When at={key.expiresAt} />}</td>
          <td className={`${widerCell} text-quiet`}>
            <When at={key.createdAt} />
          </td>
          <td className={`${wideCell} text-right text-quiet`}>
            {key.lastUsedAt === null ? 'Never' : <When at={key.lastUsedAt} />}
          </td>
        </tr>
      )}
    </List>
  );
}

function KeyState({ apiKey, readAtMs }: { apiKey: KeysOfAll['list'][number]; readAtMs: number }) {
  const { tone, word } = keyState(apiKey, readAtMs);
  return <State tone={tone}>{word}</State>;
}

/** Whether a key works. */
export function keyState(
  { revokedAt, expiresAt }: Pick<KeysOfAll['list'][number], 'revokedAt' | 'expiresAt'>,
  readAtMs: number,
): { tone: Tone; word: string } {
  if (revokedAt !== null) return { tone: 'bad', word: 'Revoked' };
  if (expiresAt !== null && Date.parse(expiresAt) <= readAtMs) return { tone: 'quiet', word: 'Expired' };
  return { tone: 'good', word: 'Active' };
}

const callColumns = [
  { title: 'Call' },
  { title: 'Account', className: `${wide} w-[22%]` },
  { title: 'Status', className: `${wide} w-[24%]` },
  { title: 'Time', className: `${wider} w-36` },
  { title: 'Credits', className: 'w-24 @xl:w-28', isFigure: true },
];

interface CallRowsProps {
  calls: CallsOfAll['list'];
  hasMore: boolean;
  unknownFilter: string | undefined;
}

export function CallRows({ calls, hasMore, unknownFilter }: CallRowsProps) {
  return (
    <List
      caption="Calls, newest first"
      things={['call', 'calls']}
      rows={calls}
      columns={callColumns}
      none={unknownFilter ?? (hasMore ? 'None of these calls match. Look at older ones.' : 'No calls match.')}
    >
      {(call) => <CallRow key={call.id} call={call} />}
    </List>
  );
}

function CallRow({ call }: { call: CallsOfAll['list'][number] }) {
  const state = <State tone={stateTones[call.state]}>{stateWords[call.state]}</State>;
  return (
    <tr>
      <td className={cell}>
        <Named
          name={
            <Link href={`/calls/${call.id}`} prefetch={false} className={rowLink}>
              {call.product.name}
            </Link>
          }
          more={
            <span
              className="font-mono"
              title={call.requestId === null ? call.id : `${call.id}, request ${call.requestId}`}
            >
              {call.id}
            </span>
          }
          below={
            <>
              <span className="text-ink">{state}</span> · {call.account?.name ?? 'A guest'} ·{' '}
              <When at={call.startedAt} hasTime />
            </>
          }
        />
        <UnknownFields call={call} />
      </td>
      <td className={wideCell}>
        {call.account ? (
          <Link href={`/operator/accounts/${call.account.id}`} prefetch={false} className={quietLink}>
            {call.account.name}
          </Link>
        ) : (
          <span className="text-quiet">A guest</span>
        )}
        <span className="text-quiet">
          <MadeBy call={call} />
        </span>
      </td>
      <td className={wideCell} title={endWords(call)}>
        {state} <span className="text-quiet">{endWords(call)}</span>
      </td>
      <td className={`${widerCell} text-quiet`}>
        <When at={call.startedAt} hasTime />
      </td>
      <td className={`${cell} ${figure}`}>
        <span className="font-medium">{groupedNumber(call.charged)}</span>{' '}
        <span className="text-quiet">of {groupedNumber(call.quoted)}</span>
      </td>
    </tr>
  );
}
