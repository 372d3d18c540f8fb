import Link from 'next/link';
import { type Usage, usageKinds } from '../../../lib/account/credit-account.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { dayText } from '../../../lib/text/times.ts';
import { usageTotals } from '../../../lib/account/usage-totals.ts';
import { usageWords } from '../../../lib/view/daily-use.ts';
import { CsvLink } from '../parts/csv-link.tsx';
import { Part } from '../parts/part.tsx';
import { cell, figure, NoRows, rowLink, Rows } from '../parts/rows.tsx';

const mostShown = 20;

interface Props {
  accountId: string;
  usage: Usage;
  mayExport: boolean;
}

/** What an account used, by product, API key or member. The address says by which. */
export function AccountUsage({ accountId, usage, mayExport }: Props) {
  const { by, from, to, list } = usage;
  const totals = usageTotals(list);
  const columns = [
    { title: usageWords[by].title },
    { title: 'Calls', className: 'w-24', isFigure: true },
    { title: 'Credits', className: 'w-28', isFigure: true },
  ];
  return (
    <Part
      id="usage"
      title="Usage, last 31 days"
      note={`${dayText(from)} to ${dayText(to)}, days in UTC`}
      action={<Head accountId={accountId} by={by} mayExport={mayExport} />}
    >
      {totals.length === 0 ? (
        <NoRows>No calls in this period.</NoRows>
      ) : (
        <Rows caption={`Usage by ${usageWords[by].one}`} columns={columns}>
          {totals.slice(0, mostShown).map(({ of, calls, credits }) => (
            <tr key={of?.id ?? ''}>
              <td className={cell}>
                {of === null ? (
                  usageWords[by].none
                ) : by === 'product' ? (
                  <Link
                    href={`/operator/calls?account=${accountId}&product=${of.id}`}
                    prefetch={false}
                    className={rowLink}
                  >
                    {of.name}
                  </Link>
                ) : (
                  of.name
                )}
              </td>
              <td className={`${cell} ${figure} text-quiet`}>{groupedNumber(calls)}</td>
              <td className={`${cell} ${figure} font-medium`}>{groupedNumber(credits)}</td>
            </tr>
          ))}
        </Rows>
      )}
      {totals.length > mostShown && (
        <p className="mt-2 text-dense text-quiet">
          {groupedNumber(totals.length - mostShown)} more are {mayExport ? 'in the CSV' : 'not shown'}.
        </p>
      )}
    </Part>
  );
}

function Head({ accountId, by, mayExport }: Omit<Props, 'usage'> & Pick<Usage, 'by'>) {
  return (
    <>
      <nav
        aria-label="Usage by"
        className="flex h-7 rounded-md border border-line bg-sunk p-0.5 text-xs max-rail:h-9"
      >
        {usageKinds.map((kind) => (
          <Link
            key={kind}
            href={`/operator/accounts/${accountId}?by=${kind}#usage`}
            prefetch={false}
            scroll={false}
            aria-current={kind === by ? 'true' : undefined}
            className="flex items-center rounded-sm px-2 font-medium text-quiet hover:text-ink aria-[current]:bg-card aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line)]"
          >
            By {usageWords[kind].one}
          </Link>
        ))}
      </nav>
      {mayExport && (
        <CsvLink
          address={`/api/operator/accounts/${accountId}/usage?by=${by}&format=csv`}
          fileName="farebox-usage.csv"
        />
      )}
    </>
  );
}
