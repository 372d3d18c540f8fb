import Link from 'next/link';
import type { BacktestColumn } from '../../../lib/operator/backtest.ts';
import { groupedNumber, signedNumber } from '../../../lib/text/numbers.ts';
import { NoRows } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';
import { AccountName, colourOf } from './account-rows.tsx';

type Call = BacktestColumn['most'][number];

interface Props {
  calls: Call[];
  mayReadAccounts: boolean;
}

const grid =
  'grid grid-cols-[minmax(0,1fr)_auto_4rem] items-center gap-x-3 @3xl:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)_8rem_8rem_4.5rem]';

/** The calls that change most. Each opens with both receipts side by side. */
export function ChangedCalls({ calls, mayReadAccounts }: Props) {
  if (calls.length === 0) return <NoRows>No call changes.</NoRows>;
  return (
    <div className="mt-3 text-dense">
      <div aria-hidden className={`${grid} h-8 border-b border-line text-xs font-medium text-quiet`}>
        <span>Call</span>
        <span className="hidden @3xl:block">Account</span>
        <span className="hidden @3xl:block">What changes</span>
        <span className="hidden @3xl:block">When, UTC</span>
        <span className="text-right">Now → then</span>
        <span className="text-right">Change</span>
      </div>
      <ul>
        {calls.map((call) => (
          <li key={call.id} className="border-b border-rule">
            <details>
              <summary
                className={`${grid} min-h-9 cursor-pointer list-none py-1.5 hover:bg-hover max-rail:min-h-15`}
              >
                <span className="min-w-0">
                  <span title={call.id} className="block font-mono text-xs">
                    {shortId(call.id)}
                  </span>
                  <span className="block truncate text-quiet @3xl:hidden">
                    {call.account?.name ?? 'Guests'}, <When at={call.at} hasTime />
                  </span>
                </span>
                <span className="hidden truncate font-medium @3xl:block">
                  {call.account?.name ?? 'Guests'}
                </span>
                <span className="hidden truncate text-quiet @3xl:block">{whatChanges(call)}</span>
                <span className="hidden text-quiet @3xl:block">
                  <When at={call.at} hasTime />
                </span>
                <span className="text-right tabular-nums">
                  <span className="text-quiet">{groupedNumber(call.before)}</span> →{' '}
                  <strong>{groupedNumber(call.after)}</strong>
                </span>
                <span className={`text-right font-medium tabular-nums ${colourOf(call)}`}>
                  {signedNumber(call.after - call.before)}
                </span>
              </summary>
              <div className="grid gap-4 pt-2 pb-4 rail:grid-cols-2">
                <Receipt title="Now" lines={call.lines.before} credits={call.before} />
                <Receipt title="Then" lines={call.lines.after} credits={call.after} />
                <p className="flex flex-wrap gap-x-4 text-quiet rail:col-span-2">
                  <Link
                    href={`/calls/${call.id}`}
                    prefetch={false}
                    className="font-mono text-xs break-all underline underline-offset-4"
                  >
                    {call.id}
                  </Link>
                  <AccountName account={call.account} mayRead={mayReadAccounts} />
                </p>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Receipt({
  title,
  lines,
  credits,
}: {
  title: string;
  lines: Call['lines']['before'];
  credits: number;
}) {
  return (
    <section className="rounded-lg border border-line bg-card p-3">
      <h3 className="text-xs font-medium text-quiet">{title}</h3>
      <dl className="mt-1">
        {lines.map(({ label, text, amount }, index) => (
          // A label may stand twice.
          <div key={`${label} ${index}`} className="flex items-baseline gap-2 py-1">
            <dt className="min-w-0 break-words">
              {label} <span className="text-quiet">{text}</span>
            </dt>
            <dd className="ml-auto tabular-nums">{amount}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline gap-2 border-t border-dashed border-line pt-2 font-semibold">
          <dt>Charged</dt>
          <dd className="ml-auto tabular-nums">{groupedNumber(credits)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** `call_01m8c0d9…x3v7` */
function shortId(id: string): string {
  return id.length > 20 ? `${id.slice(0, 13)}…${id.slice(-4)}` : id;
}

/** The line whose amount changes most, in words. */
function whatChanges({ lines: { before, after }, ...call }: Call): string {
  if (after.length === 0) return call.after === 0 ? 'free' : '';
  const amounts = new Map(before.map(({ label, amount }) => [label, Number(amount)]));
  const changeOf = ({ label, amount }: (typeof after)[number]) =>
    Math.abs(Number(amount) - (amounts.get(label) ?? 0));
  const [most] = after.toSorted((a, b) => changeOf(b) - changeOf(a));
  return most ? `${most.label}: ${most.text}` : '';
}
