import Link from 'next/link';
import type { BacktestAccount, BacktestOutlook } from '../../../lib/operator/backtest.ts';
import { outlookSentence, outlookText, percentText } from '../../../lib/operator/backtest-words.ts';
import { countOf, groupedNumber, signedNumber } from '../../../lib/text/numbers.ts';
import { utcToday } from '../../../lib/text/times.ts';
import { DivergingBar } from '../parts/diverging-bar.tsx';
import { cell, figure, Named, rowLink, Rows, wide, wider, widest } from '../parts/rows.tsx';

type Sums = BacktestAccount['columns'][number];

interface Props {
  accounts: BacktestAccount[];
  /** The drafts that are shown: their titles, and where they are among the columns. */
  drafts: { title: string; column: number }[];
  mayReadAccounts: boolean;
}

/** What each account paid, and would have paid by one draft or by several. */
export function AccountRows({ drafts, ...props }: Props) {
  const [first] = drafts;
  if (!first) return null;
  return drafts.length === 1 ? (
    <OneDraft {...props} column={first.column} />
  ) : (
    <SeveralDrafts {...props} drafts={drafts} />
  );
}

function OneDraft({ accounts, column, mayReadAccounts }: Omit<Props, 'drafts'> & { column: number }) {
  const rows = accounts.flatMap((of) => {
    const sums = of.columns[column];
    return sums ? [{ of, sums }] : [];
  });
  const most = Math.max(0, ...rows.map(({ sums }) => Math.abs(shareOf(sums))));
  const columns = [
    { title: 'Account' },
    { title: 'Calls', className: `${wider} w-20`, isFigure: true },
    { title: 'Now', className: `${wide} w-24`, isFigure: true },
    { title: 'Then', className: 'w-24', isFigure: true },
    { title: 'Change', className: `${wide} w-24`, isFigure: true },
    { title: '%', className: `${wide} w-20`, isFigure: true },
    {
      ...{ title: 'Cheaper or dearer', className: `${widest} w-52 pl-3.5` },
      head: (
        <span className="flex justify-between">
          <span>cheaper</span>
          <span>dearer</span>
        </span>
      ),
    },
    { title: 'Runs out', className: `${wider} w-40`, isFigure: true },
  ];
  return (
    <Rows caption="Accounts" columns={columns}>
      {rows.map(({ of, sums }) => (
        <tr key={of.account?.id ?? 'guests'}>
          <td className={cell}>
            <Named
              name={<AccountName account={of.account} mayRead={mayReadAccounts} />}
              below={
                <span className="tabular-nums">
                  {groupedNumber(sums.before)} → {groupedNumber(sums.after)},{' '}
                  <span className={colourOf(sums)}>
                    {signedNumber(sums.after - sums.before)} {percentText(sums)}
                  </span>
                </span>
              }
            />
            {sums.outlook.kind !== 'fine' && (
              <span className="block text-quiet @3xl:hidden">
                Runs out: <RunsOut outlook={sums.outlook} />
              </span>
            )}
          </td>
          <td className={`${wider} ${cell} ${figure} text-quiet`}>{groupedNumber(sums.calls)}</td>
          <td className={`${wide} ${cell} ${figure} text-quiet`}>{groupedNumber(sums.before)}</td>
          <td className={`${cell} ${figure} font-semibold`}>{groupedNumber(sums.after)}</td>
          <td className={`${wide} ${cell} ${figure} font-medium ${colourOf(sums)}`}>
            {signedNumber(sums.after - sums.before)}
          </td>
          <td className={`${wide} ${cell} ${figure}`}>{percentText(sums)}</td>
          <td className={`${widest} ${cell} pl-3.5`}>
            <DivergingBar share={most === 0 ? 0 : shareOf(sums) / most} />
          </td>
          <td className={`${wider} ${cell} ${figure}`}>
            <RunsOut outlook={sums.outlook} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}

function SeveralDrafts({ accounts, drafts, mayReadAccounts }: Props) {
  const columns = [
    { title: 'Account' },
    { title: 'Now', className: `${wider} w-24`, isFigure: true },
    ...drafts.map(({ title, column }) => ({
      ...{ title: `${title}, column ${column}`, className: `${wide} w-36`, isFigure: true },
      head: (
        <span title={title} className="block truncate">
          {title}
        </span>
      ),
    })),
  ];
  return (
    <Rows caption="Accounts" columns={columns}>
      {accounts.map(({ account, columns: all }) => (
        <tr key={account?.id ?? 'guests'}>
          <td className={cell}>
            <Named
              name={<AccountName account={account} mayRead={mayReadAccounts} />}
              below={drafts.map(({ title, column }) => (
                <span key={column} className="block break-words tabular-nums">
                  {title}: <Then sums={all[column]} />
                </span>
              ))}
            />
          </td>
          <td className={`${wider} ${cell} ${figure} text-quiet`}>
            {groupedNumber(Math.max(0, ...drafts.map(({ column }) => all[column]?.before ?? 0)))}
          </td>
          {drafts.map(({ column }) => (
            <td key={column} className={`${wide} ${cell} ${figure}`}>
              <Then sums={all[column]} />
            </td>
          ))}
        </tr>
      ))}
    </Rows>
  );
}

/** What it would pay; beside a draft that covers other calls, "now" is another sum, too. */
function Then({ sums }: { sums: Sums | undefined }) {
  if (!sums || sums.calls === 0) return <span className="text-quiet">no calls</span>;
  return (
    <>
      <span className="font-semibold">{groupedNumber(sums.after)}</span>{' '}
      <span className={`text-xs ${colourOf(sums)}`}>{percentText(sums) || 'same'}</span>
      {sums.outlook.kind !== 'fine' && (
        <span className="block text-xs">
          runs out: <RunsOut outlook={sums.outlook} />
        </span>
      )}
    </>
  );
}

export function AccountName({ account, mayRead }: { account: BacktestAccount['account']; mayRead: boolean }) {
  if (!account) return <span className="text-quiet">Guests</span>;
  if (!mayRead) return <span className="font-medium">{account.name}</span>;
  return (
    <Link href={`/operator/accounts/${account.id}`} prefetch={false} className={rowLink}>
      {account.name}
    </Link>
  );
}

const outlookColours = { fine: 'text-quiet', dry: 'text-bad', limit: 'text-warn', unknown: 'text-quiet' };

function RunsOut({ outlook }: { outlook: BacktestOutlook }) {
  return (
    <span title={outlookSentence(outlook)} className={outlookColours[outlook.kind]}>
      {outlookText(outlook, utcToday())}
    </span>
  );
}

export function colourOf({ before, after }: Pick<Sums, 'before' | 'after'>): string {
  return after > before ? 'text-accent' : after < before ? 'text-good' : 'text-quiet';
}

/** Of what was paid before. Who paid nothing changes by as much as the one who doubles. */
function shareOf({ before, after }: Sums): number {
  return before === 0 ? Math.sign(after) : Math.min(1, Math.max(-1, (after - before) / before));
}

/** Who would have run out of credits or into a limit, and of how many that is not known. */
export function outlooksText(accounts: BacktestAccount[], column: number): string {
  const count = (...kinds: BacktestOutlook['kind'][]) =>
    accounts.filter(({ columns }) => kinds.includes(columns[column]?.outlook.kind ?? 'fine')).length;
  const [out, unknown] = [count('dry', 'limit'), count('unknown')];
  const first =
    out === 0
      ? 'No account is known to run out of credits or into a limit.'
      : `${countOf(out, 'account')} would have run out of credits or into a limit.`;
  return unknown === 0 ? first : `${first} Of ${groupedNumber(unknown)} that cannot be said exactly.`;
}
