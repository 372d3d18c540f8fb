import Link from 'next/link';
import type { BacktestAccount, BacktestColumn } from '../../../lib/operator/backtest.ts';
import { groupedNumber, signedNumber } from '../../../lib/text/numbers.ts';
import { Part } from '../parts/part.tsx';
import { NoRows } from '../parts/rows.tsx';
import { AccountRows, outlooksText } from './account-rows.tsx';

export const accountKinds = ['dearer', 'cheaper', 'same', 'out'] as const;
export const accountSorts = ['change', 'percent', 'credits', 'name'] as const;

/** What the address asks for. */
export interface BacktestView {
  /** The draft that is shown in detail. */
  draft?: number | undefined;
  which?: (typeof accountKinds)[number] | undefined;
  sort?: (typeof accountSorts)[number] | undefined;
  /** All accounts, not the first alone. */
  all?: 'yes' | undefined;
}

export function sizeOf({ accounts: { dearer, cheaper, same } }: BacktestColumn): number {
  return dearer + cheaper + same;
}

export function hrefTo(address: string, view: BacktestView): string {
  const given = Object.entries(view).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(given).toString();
  return query === '' ? address : `${address}?${query}`;
}

const shownAtFirst = 20;

interface AccountsProps {
  accounts: BacktestAccount[];
  allAccounts: number;
  index: number;
  chosen: BacktestColumn;
  view: BacktestView;
  hrefOf: (view: BacktestView) => string;
  may: { readAccounts: boolean };
  drafts: { title: string; column: number }[];
}

const sortWords = { change: 'Change', percent: 'Per cent', credits: 'Credits', name: 'Name' };

export function Accounts({ accounts, allAccounts, index, chosen, view, hrefOf, may, drafts }: AccountsProps) {
  const { dearer, cheaper, same, change } = chosen.accounts;
  const of = (account: BacktestAccount) => account.columns[index] ?? noSums;
  const kindOf = (account: BacktestAccount) => Math.sign(of(account).after - of(account).before);
  const kinds = [
    { which: undefined, name: 'All', count: sizeOf(chosen) },
    { which: 'dearer', name: 'Dearer', count: dearer },
    { which: 'cheaper', name: 'Cheaper', count: cheaper },
    { which: 'same', name: 'The same', count: same },
    {
      ...{ which: 'out' as const, name: 'Run out' },
      count: accounts.filter((one) => isOut(of(one))).length,
    },
  ] as const;
  const wanted = accounts
    .filter((one) => of(one).calls > 0)
    .filter((one) => {
      if (view.which === undefined) return true;
      if (view.which === 'out') return isOut(of(one));
      return kindOf(one) === { dearer: 1, cheaper: -1, same: 0 }[view.which];
    })
    .toSorted(orderBy(view.sort ?? 'change', of));
  const shown = view.all === undefined ? wanted.slice(0, shownAtFirst) : wanted;
  const percentiles = change
    ? `half change by at most ${signedNumber(change.p50)}, 95 % by ${signedNumber(change.p95)}, the most ${signedNumber(change.most)}`
    : undefined;
  return (
    <Part id="accounts" title="Accounts" note={percentiles}>
      <Views {...{ kinds, view, hrefOf }} />
      <p className="mt-2 text-dense text-quiet">{outlooksText(accounts, index)}</p>
      {shown.length === 0 ? (
        <NoRows>No account is among them.</NoRows>
      ) : (
        <AccountRows accounts={shown} drafts={drafts} mayReadAccounts={may.readAccounts} />
      )}
      {(shown.length < wanted.length || allAccounts > accounts.length) && (
        <p className="mt-3 flex flex-wrap gap-x-3 text-dense text-quiet">
          {allAccounts > accounts.length &&
            `Kept are the ${groupedNumber(accounts.length)} accounts of ${groupedNumber(allAccounts)} that change most. The sums are of all.`}
          {shown.length < wanted.length && (
            <Link
              href={hrefOf({ all: 'yes' })}
              prefetch={false}
              scroll={false}
              className="text-accent underline underline-offset-4"
            >
              Show all {groupedNumber(wanted.length)}
            </Link>
          )}
        </p>
      )}
    </Part>
  );
}

interface ViewsProps extends Pick<AccountsProps, 'view' | 'hrefOf'> {
  kinds: readonly { which: BacktestView['which']; name: string; count: number }[];
}

function Views({ kinds, view, hrefOf }: ViewsProps) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <Choices
        label="Which accounts"
        choices={kinds.map(({ which, name, count }) => ({
          ...{ name: `${name} ${groupedNumber(count)}`, isChosen: view.which === which },
          href: hrefOf({ which, all: undefined }),
        }))}
      />
      <span className="ml-auto flex items-center gap-2 text-dense text-quiet max-rail:ml-0 max-rail:w-full">
        Sort
        <Choices
          label="Sort by"
          choices={accountSorts.map((sort) => ({
            ...{ name: sortWords[sort], isChosen: (view.sort ?? 'change') === sort },
            href: hrefOf({ sort: sort === 'change' ? undefined : sort }),
          }))}
        />
      </span>
    </div>
  );
}

type Sums = BacktestAccount['columns'][number];

const noSums: Sums = {
  ...{ calls: 0, before: 0, after: 0 },
  outlook: { kind: 'fine', at: null, call: null, limit: null, why: null },
};

function isOut({ outlook: { kind } }: Sums): boolean {
  return kind === 'dry' || kind === 'limit';
}

function orderBy(sort: NonNullable<BacktestView['sort']>, of: (account: BacktestAccount) => Sums) {
  const size = (account: BacktestAccount) => {
    const { before, after } = of(account);
    if (sort === 'credits') return after;
    return sort === 'percent' ? Math.abs(after - before) / Math.max(1, before) : Math.abs(after - before);
  };
  const nameOf = ({ account }: BacktestAccount) => account?.name ?? '';
  return (a: BacktestAccount, b: BacktestAccount) =>
    (sort === 'name' ? 0 : size(b) - size(a)) || nameOf(a).localeCompare(nameOf(b), 'en');
}

interface ChoicesProps {
  label: string;
  choices: { name: string; href: string; isChosen: boolean }[];
}

/** One of several views, which the address says. */
function Choices({ label, choices }: ChoicesProps) {
  return (
    <nav
      aria-label={label}
      className="flex max-w-full overflow-x-auto rounded-[0.4375rem] border border-line bg-sunk p-0.5 text-dense"
    >
      {choices.map(({ name, href, isChosen }) => (
        <Link
          key={name}
          href={href}
          prefetch={false}
          scroll={false}
          aria-current={isChosen ? 'true' : undefined}
          className="flex min-h-6 items-center rounded-[0.3125rem] px-2.5 whitespace-nowrap text-quiet -outline-offset-2 hover:text-ink aria-[current]:bg-card aria-[current]:font-medium aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line)] max-rail:min-h-10"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
