import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Activity } from '../../../lib/operator/activity.ts';
import { shareOf } from '../../../lib/operator/health.ts';
import type { Overview } from '../../../lib/operator/overview.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { beforeWords, daysOf, percentText, reasonWords } from '../../../lib/view/activity-words.ts';
import { Info } from '../parts/info.tsx';
import { Part } from '../parts/part.tsx';
import { cell, figure, Named, NoRows, rowLink, Rows, wide, wideCell } from '../parts/rows.tsx';
import { Signed } from './activity-charts.tsx';

type Ranked = { calls: number; credits: number; failed: number; change: number | null };

/** From this share of failures on a figure is marked. */
const badShare = 0.03;

const more = 'py-1 text-accent underline underline-offset-4';

/** Products and accounts by what they brought. */
export function TopProducts({ activity }: { activity: Activity }) {
  const { topProducts, period } = activity;
  const most = topProducts[0];
  return (
    <Part
      id="top-products"
      title="Top products"
      note={<RankInfo what="products" />}
      action={
        <Link href="/operator/products" prefetch={false} className={more}>
          All products
        </Link>
      }
    >
      {topProducts.length === 0 ? (
        <NoRows>No calls in this time.</NoRows>
      ) : (
        <Rows
          caption="Products by credits"
          columns={[
            { title: 'Product' },
            { title: 'Calls', className: `${wide} w-18`, isFigure: true },
            { title: 'Credits', className: 'w-20', isFigure: true },
            { title: 'Failed', className: `${wide} w-16`, isFigure: true },
            { title: 'Change', className: 'w-20', isFigure: true },
          ]}
        >
          {topProducts.map(({ product, ...row }) => (
            <Row
              key={product.id}
              name={product.name}
              href={callsOf(activity, { product: product.slug })}
              failed={
                <td
                  className={`${wideCell} ${figure} ${shareOf(row) >= badShare ? 'font-medium text-bad' : 'text-quiet'}`}
                >
                  {percentText(shareOf(row))}
                </td>
              }
              {...{ row, most, before: beforeWords[period] }}
            />
          ))}
        </Rows>
      )}
    </Part>
  );
}

export function TopAccounts({ activity }: { activity: Activity }) {
  const { topAccounts, period } = activity;
  if (topAccounts === null) return null;
  const most = topAccounts[0];
  return (
    <Part
      id="top-accounts"
      title="Top accounts"
      note={<RankInfo what="accounts" />}
      action={
        <Link href="/operator/accounts" prefetch={false} className={more}>
          All accounts
        </Link>
      }
    >
      {topAccounts.length === 0 ? (
        <NoRows>No calls of accounts in this time.</NoRows>
      ) : (
        <Rows
          caption="Accounts by credits"
          columns={[
            { title: 'Account' },
            { title: 'Calls', className: `${wide} w-18`, isFigure: true },
            { title: 'Credits', className: 'w-20', isFigure: true },
            { title: 'Change', className: 'w-20', isFigure: true },
          ]}
        >
          {topAccounts.map(({ account, ...row }) => (
            <Row
              key={account.id}
              name={account.name}
              href={`/operator/accounts/${account.id}`}
              {...{ row, most, before: beforeWords[period] }}
            />
          ))}
        </Rows>
      )}
    </Part>
  );
}

function RankInfo({ what }: { what: string }) {
  return (
    <Info label={`How ${what} are ranked`}>
      By credits, then by calls, that ended in this time. The change is of credits, or of calls if it cost
      nothing: against the same days of the period before, without today; in a year against the same months,
      without this one. These figures may be a minute old.
    </Info>
  );
}

interface RowProps {
  name: string;
  href: string;
  row: Ranked;
  /** The first of all. */
  most: Ranked | undefined;
  failed?: ReactNode;
  before: string;
}

function Row({ name, href, row: { calls, credits, change }, most, failed, before }: RowProps) {
  const share = most && most.credits > 0 ? credits / most.credits : calls / Math.max(1, most?.calls ?? 1);
  return (
    <tr>
      <td className={`${cell} h-11`}>
        <Link href={href} prefetch={false} className={`${rowLink} block truncate`}>
          {name}
        </Link>
        <span aria-hidden className="mt-1 block h-[3px] rounded-full bg-rule">
          <span className="block h-full rounded-full bg-series-2" style={{ width: `${share * 100}%` }} />
        </span>
      </td>
      <td className={`${wideCell} ${figure} text-quiet`}>{groupedNumber(calls)}</td>
      <td className={`${cell} ${figure} font-medium`}>{groupedNumber(credits)}</td>
      {failed}
      <td className={`${cell} ${figure}`}>
        {change === null ? (
          <span className="text-quiet">–</span>
        ) : (
          <Signed by={change} text={percentText(change)} isGood={change > 0} before={before} />
        )}
      </td>
    </tr>
  );
}

function callsOf(activity: Activity, query: Record<string, string>): string {
  const { first, last } = daysOf(activity);
  return `/operator/calls?${new URLSearchParams({ ...query, from: first, to: last })}`;
}

/** Which products fail, and why. */
export function Failures({ activity }: { activity: Activity }) {
  const { failures, period } = activity;
  return (
    <Part
      id="failures"
      title="What fails"
      note={
        <Info label="How failures are counted">
          Calls that failed because of the API, by product and reason, of all calls of the product. The list
          of calls has those that were charged nothing.
        </Info>
      }
      action={
        <Link href={callsOf(activity, { state: 'released' })} prefetch={false} className={more}>
          All failed calls
        </Link>
      }
    >
      {failures.length === 0 ? (
        <NoRows>No call failed because of its API.</NoRows>
      ) : (
        <Rows
          caption="Products by failures, and why"
          columns={[
            { title: 'Product and reason' },
            ...(period === 'day' ? [] : [{ title: 'Course', className: `${wide} w-20` }]),
            { title: 'Failed', className: 'w-28', isFigure: true },
            { title: 'Share', className: 'w-16', isFigure: true },
          ]}
        >
          {failures.map(({ product, reason, failed, calls, course }) => {
            const share = failed / Math.max(failed, calls);
            return (
              <tr key={`${product.id} ${reason}`}>
                <td className={`${cell} h-11`}>
                  <Named
                    name={
                      <Link
                        href={callsOf(activity, { product: product.slug, state: 'released' })}
                        prefetch={false}
                        className={rowLink}
                      >
                        {product.name}
                      </Link>
                    }
                    more={reasonWords(reason)}
                    below={reasonWords(reason)}
                  />
                </td>
                {period !== 'day' && (
                  <td className={wideCell}>
                    <Spark values={course} />
                  </td>
                )}
                <td className={`${cell} ${figure} text-quiet`}>
                  {groupedNumber(failed)} of {groupedNumber(calls)}
                </td>
                <td className={`${cell} ${figure} ${share >= badShare ? 'font-medium text-bad' : ''}`}>
                  {percentText(share)}
                </td>
              </tr>
            );
          })}
        </Rows>
      )}
    </Part>
  );
}

/** How it went, as a small line. The figures beside it say how much. */
function Spark({ values }: { values: number[] }) {
  const most = Math.max(1, ...values);
  const points = values.map(
    (value, index) => `${(index / Math.max(1, values.length - 1)) * 100} ${24 - (value / most) * 22}`,
  );
  return (
    <svg aria-hidden viewBox="0 0 100 24" preserveAspectRatio="none" className="h-6 w-16 text-bad">
      <path d={`M0 24L${points.join('L')}L100 24z`} className="fill-current opacity-15" />
      <path
        d={`M${points.join('L')}`}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-current stroke-[1.5]"
      />
    </svg>
  );
}

const fullWeek = 7;

/** Accounts that have credits for less than a week. */
export function RunningOut({ accounts }: { accounts: NonNullable<Overview['runningOut']> }) {
  return (
    <Part id="running-out" title="Running out" note="at yesterday’s pace">
      {accounts.length === 0 ? (
        <NoRows>Every account has credits for a week.</NoRows>
      ) : (
        <Rows
          caption="Accounts with credits for less than a week"
          columns={[
            { title: 'Account' },
            { title: 'Available', className: 'w-24', isFigure: true },
            { title: 'Lasts', className: 'w-32' },
            { title: 'Add credits', className: `${wide} w-26`, isHidden: true },
          ]}
        >
          {accounts.map(({ account, available, perDay }) => {
            const days = Math.max(0, available / perDay);
            return (
              <tr key={account.id}>
                <td className={`${cell} h-11`}>
                  <Link
                    href={`/operator/accounts/${account.id}`}
                    prefetch={false}
                    className={`${rowLink} block truncate`}
                  >
                    {account.name}
                  </Link>
                </td>
                <td className={`${cell} ${figure}`}>{groupedNumber(available)}</td>
                <td className={`${cell} pl-3`} title={`${groupedNumber(perDay)} spent yesterday`}>
                  <span className="flex items-center gap-2">
                    <span aria-hidden className="h-1 w-12 shrink-0 overflow-hidden rounded-full bg-rule">
                      <span
                        className={`block h-full rounded-full ${days < 2 ? 'bg-bad' : 'bg-warn'}`}
                        style={{ width: `${(days / fullWeek) * 100}%` }}
                      />
                    </span>
                    <span className={days < 2 ? 'font-medium text-bad' : ''}>
                      {days < 1 ? 'not a day' : countOf(Math.floor(days), 'day')}
                    </span>
                  </span>
                </td>
                <td className={`${wideCell} text-right`}>
                  <Link
                    href={`/operator/accounts/${account.id}`}
                    prefetch={false}
                    className="button button-small"
                  >
                    Add credits<span className="sr-only"> to {account.name}</span>
                  </Link>
                </td>
              </tr>
            );
          })}
        </Rows>
      )}
    </Part>
  );
}
