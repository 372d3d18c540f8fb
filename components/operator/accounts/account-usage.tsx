import Link from 'next/link';
import { type Usage, usageKinds } from '../../../lib/account/credit-account.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { dayText } from '../../../lib/text/times.ts';
import { usageTotals, usageWords } from '../../../lib/view/daily-use.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { CsvLink } from '../csv-link.tsx';
import { cell, NoRows, rowLink, Rows } from '../rows.tsx';

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
    { title: 'Calls', className: 'w-24 text-right' },
    { title: 'Credits', className: 'w-28 text-right' },
  ];
  return (
    <>
      <Head accountId={accountId} by={by} mayExport={mayExport} />
      <p className="mt-2 text-sm text-quiet">
        {dayText(from)} to {dayText(to)}, days in UTC
      </p>
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
              <td className={`${cell} text-right tabular-nums`}>{groupedNumber(calls)}</td>
              <td className={`${cell} text-right tabular-nums`}>{groupedNumber(credits)}</td>
            </tr>
          ))}
        </Rows>
      )}
      {totals.length > mostShown && (
        <p className="mt-2 text-sm text-quiet">
          {groupedNumber(totals.length - mostShown)} more are {mayExport ? 'in the CSV' : 'not shown'}.
        </p>
      )}
    </>
  );
}

function Head({ accountId, by, mayExport }: Omit<Props, 'usage'> & Pick<Usage, 'by'>) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="Usage by" className="flex flex-wrap gap-2">
        {usageKinds.map((kind) => (
          <Link
            key={kind}
            href={`/operator/accounts/${accountId}?by=${kind}#usage`}
            prefetch={false}
            scroll={false}
            aria-current={kind === by ? 'true' : undefined}
            className={`${quietButton} aria-[current]:border-ink aria-[current]:bg-sunk`}
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
    </div>
  );
}
