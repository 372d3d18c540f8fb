import Link from 'next/link';
import type { ReactNode } from 'react';
import type { BacktestColumn } from '../../../lib/operator/backtest.ts';
import { percentText } from '../../../lib/operator/backtest-words.ts';
import { groupedNumber, signedNumber } from '../../../lib/text/numbers.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { cell, Rows } from '../parts/rows.tsx';
import { colourOf } from './account-rows.tsx';
import { coverageOf } from './coverage.tsx';

/** What one draft comes to, as a row of facts. */
export function BacktestFacts({ column }: { column: BacktestColumn }) {
  const { covered, accounts } = column;
  const all = accounts.dearer + accounts.cheaper + accounts.same;
  const { calls, ofCalls, ofCredits } = coverageOf(column);
  const rising = risingMost(column);
  return (
    <Facts>
      <Fact name="Credits, now → then" value={<NowThen {...covered} />} />
      <Fact
        name="Change"
        value={
          <span className="whitespace-normal">
            {signedNumber(covered.after - covered.before)} <Small>{percentText(covered)}</Small>
          </span>
        }
        about={accounts.change && `half of the accounts at most ${signedNumber(accounts.change.p50)}`}
      />
      <Fact
        name="Accounts that pay more"
        value={
          <span className="whitespace-normal">
            {groupedNumber(accounts.dearer)} <Small>of {groupedNumber(all)}</Small>
          </span>
        }
        about={accounts.dearer > 0 && `${groupedNumber(accounts.overTenth)} of them more than 10 %`}
      />
      {rising && <Fact name="The one call that rises most" value={<NowThen {...rising} />} />}
      <Fact
        name="Coverage"
        value={
          <span className="whitespace-normal">
            {ofCalls} <Small>of calls</Small>
          </span>
        }
        about={
          <>
            {ofCredits} of credits
            <span aria-hidden className="mt-1.5 block h-1 overflow-hidden rounded-full bg-rule">
              <span
                className="block h-full rounded-full bg-good"
                style={{ width: `${calls === 0 ? 0 : (covered.calls / calls) * 100}%` }}
              />
            </span>
          </>
        }
      />
    </Facts>
  );
}

function NowThen({ before, after }: { before: number; after: number }) {
  return (
    <span className="whitespace-normal">
      <span className="font-normal text-quiet">{groupedNumber(before)}</span> → {groupedNumber(after)}
    </span>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="text-dense font-normal text-quiet">{children}</span>;
}

function risingMost({ most }: BacktestColumn) {
  return most
    .filter(({ before, after }) => after > before)
    .toSorted((a, b) => b.after - b.before - (a.after - a.before))[0];
}

function Change({ before, after }: { before: number; after: number }) {
  if (before === after) return <span className="text-quiet">the same</span>;
  return (
    <span className={`font-semibold ${colourOf({ before, after })}`}>
      {signedNumber(after - before)} {percentText({ before, after })}
    </span>
  );
}

/** The same where it has no room: what each comes to, one below the other. The chosen one follows with its facts. */
export function ChooseDraft({ columns }: CompareProps) {
  return (
    <ul className="mt-5 rounded-lg border border-line bg-card px-4 @3xl:hidden">
      {columns.map(({ title, href, column: { draft, covered }, isChosen }) => (
        <li key={draft ?? 0} className="border-b border-rule py-2.5 last:border-0">
          {draft === null ? (
            <span className="break-words">{title}</span>
          ) : (
            <Link
              href={href}
              prefetch={false}
              scroll={false}
              aria-current={isChosen ? 'true' : undefined}
              className="inline-block py-1 break-words underline underline-offset-4 aria-[current]:font-semibold aria-[current]:text-accent"
            >
              {title}
            </Link>
          )}
          <span className="flex flex-wrap justify-between gap-x-3 tabular-nums">
            <span>
              <NowThen {...covered} />
            </span>
            <Change {...covered} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface CompareProps {
  columns: { title: string; href: string; column: BacktestColumn; isChosen: boolean }[];
}

/** Several drafts beside each other, and the price in force. Each covers calls of its own. */
export function CompareDrafts({ columns }: CompareProps) {
  const rows: { name: string; of(column: BacktestColumn): ReactNode }[] = [
    { name: 'Credits, now → then', of: ({ covered }) => <NowThen {...covered} /> },
    {
      name: 'Change',
      of: ({ covered }) => <Change {...covered} />,
    },
    {
      name: 'Accounts that pay more',
      of: ({ accounts: { dearer, cheaper, same } }) =>
        `${groupedNumber(dearer)} of ${groupedNumber(dearer + cheaper + same)}`,
    },
    { name: 'More than 10 % more', of: ({ accounts }) => groupedNumber(accounts.overTenth) },
    {
      name: 'The one call that rises most',
      of: (column) => {
        const rising = risingMost(column);
        return rising ? <NowThen {...rising} /> : <span className="text-quiet">none</span>;
      },
    },
    { name: 'Coverage of calls', of: (column) => coverageOf(column).ofCalls },
    { name: 'Coverage of credits', of: (column) => coverageOf(column).ofCredits },
  ];
  return (
    <div className="mt-5 overflow-x-auto rounded-lg border border-line bg-card px-4 pb-2 [&_thead]:bg-card @max-3xl:hidden">
      <div style={{ minWidth: `${11 + 8 * columns.length}rem` }}>
        <Rows
          caption="Drafts beside each other"
          columns={[
            { title: 'What', className: 'w-44', isHidden: true },
            ...columns.map(({ title, href, isChosen, column }) => ({
              ...{ title: `${column.draft ?? 'now'} ${title}`, isFigure: true },
              head:
                column.draft === null ? (
                  title
                ) : (
                  <Link
                    href={href}
                    prefetch={false}
                    scroll={false}
                    aria-current={isChosen ? 'true' : undefined}
                    title={title}
                    className="block truncate underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:text-accent"
                  >
                    {title}
                  </Link>
                ),
            })),
          ]}
        >
          {rows.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row" className={`${cell} font-normal text-quiet`}>
                {name}
              </th>
              {columns.map(({ column }) => (
                <td key={column.draft ?? 0} className={`${cell} text-right tabular-nums`}>
                  {of(column)}
                </td>
              ))}
            </tr>
          ))}
        </Rows>
      </div>
    </div>
  );
}
