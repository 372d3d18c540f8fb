import Link from 'next/link';
import type { ReactNode } from 'react';
import { beginsDescending, type Next, sortOf } from '../../../lib/operator/list-orders.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { downIcon, Icon } from '../../shell/icons.tsx';
import { addressOf, type ListOrder, orderText } from './list-order.ts';

interface Column {
  title: string;
  /** Its classes, such as its width. A column that a phone has no room for is `wide`, with `wideCell` below it. */
  className?: string;
  /** Of amounts, which stand at the right. */
  isFigure?: boolean;
  /** For readers of the screen alone, such as over the menus. */
  isHidden?: boolean;
  /** Instead of the title. */
  head?: ReactNode;
}

/** Columns and cells that need this much of the page: the rail takes the rest. */
export const wide = 'hidden @xl:table-cell';
export const wider = 'hidden @3xl:table-cell';
export const widest = 'hidden @5xl:table-cell';

/**
 * The frame of a table of the console: it lies on the paper, with one line for each thing. On a phone the first column
 * says below its name what the others do.
 */
export function Rows({
  caption,
  columns,
  order,
  children,
}: {
  caption: string;
  columns: readonly Column[];
  /** Of a list whose columns sort. */
  order?: ListOrder | undefined;
  children: ReactNode;
}) {
  return (
    <table className="mt-3 w-full table-fixed text-left text-dense">
      <caption className="sr-only">
        {caption}
        {order && `, ${orderText(order)}`}
      </caption>
      <thead className="sticky top-0 z-10 bg-paper text-xs text-quiet shadow-[0_1px_var(--line)]">
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.title} column={column} order={order} />
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr]:border-b [&>tr]:border-rule [&>tr]:hover:bg-hover [&>tr:has(input:checked)]:bg-accent-soft">
        {children}
      </tbody>
    </table>
  );
}

/** The title of a column. One that sorts is a link, which turns the order round if it is by this column already. */
function HeadCell({
  column: { title, className = '', isFigure = false, isHidden = false, head = title },
  order,
}: {
  column: Column;
  order: ListOrder | undefined;
}) {
  const by = order?.columns.find((one) => one.title === title);
  const isBy = (isDescending: boolean) => by !== undefined && order?.sort === sortOf(by, isDescending);
  const isSorted = isBy(true) || isBy(false);
  const isDescending = isSorted ? isBy(true) : by !== undefined && beginsDescending(by);
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={`h-8 pr-3 font-medium whitespace-nowrap last:pr-0 ${isFigure ? 'text-right' : ''} ${className}`}
    >
      {isHidden ? (
        <span className="sr-only">{title}</span>
      ) : by && order ? (
        <Link
          href={addressOf(order, sortOf(by, isSorted !== isDescending))}
          prefetch={false}
          scroll={false}
          className={`group/sort inline-flex h-8 max-w-full items-center gap-1 hover:text-ink ${isFigure ? 'flex-row-reverse' : ''} ${isSorted ? 'text-ink' : ''}`}
        >
          <span className="truncate">{title}</span>
          <Icon
            path={downIcon}
            className={`size-3 shrink-0 ${isSorted ? '' : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60'} ${isDescending ? '' : 'rotate-180'}`}
          />
        </Link>
      ) : (
        head
      )}
    </th>
  );
}

interface ListProps<Row> {
  caption: string;
  /** How one row is called, and several. */
  things: readonly [one: string, several: string];
  rows: readonly Row[];
  /** How many there are on all pages. */
  total?: number;
  columns: readonly Column[];
  order?: ListOrder | undefined;
  /** What is said if there are none. */
  none: ReactNode;
  children(row: Row): ReactNode;
}

/** The rows of a list and how many they are, or what it is for. */
export function List<Row>({ things: [one, several], rows, total, none, children, ...table }: ListProps<Row>) {
  if (rows.length === 0) return <NoRows>{none}</NoRows>;
  return (
    <>
      <Rows {...table}>{rows.map(children)}</Rows>
      <Foot
        shown={rows.length}
        thing={(total ?? rows.length) === 1 ? one : several}
        {...(total !== undefined && { of: total })}
      />
    </>
  );
}

/** Shown instead of a table that has no rows: what it is for. */
export function NoRows({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mt-4 grid justify-items-center gap-3 rounded-lg border border-dashed border-line px-6 py-10 text-center text-quiet">
      <p>{children}</p>
      {action}
    </div>
  );
}

export const cell = 'h-9 py-1.5 pr-3 last:pr-0 align-middle break-words max-rail:h-11 max-rail:py-2.5';
export const wideCell = `${wide} ${cell} truncate`;
export const widerCell = `${wider} ${cell} truncate`;
export const widestCell = `${widest} ${cell} truncate`;
export const figure = 'text-right tabular-nums';
export const rowLink = 'font-medium underline-offset-4 hover:underline';

/** The name of a thing, and what else tells it from others: on one line, and on a phone on two. */
export function Named({ name, more, below }: { name: ReactNode; more?: ReactNode; below?: ReactNode }) {
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="min-w-0 shrink-0 break-words max-rail:shrink rail:max-w-full rail:truncate">
          {name}
        </span>
        {more !== undefined && (
          <span className="min-w-0 flex-1 truncate text-xs text-quiet max-rail:hidden">{more}</span>
        )}
      </span>
      {below !== undefined && <span className="block text-quiet @xl:hidden">{below}</span>}
    </>
  );
}

/** Below a table: how many rows it has. `thing`: in their number, as `key` or `keys`. */
export function Foot({ shown, of, thing }: { shown: number; of?: number; thing: string }) {
  return (
    <p className="mt-3 text-dense text-quiet tabular-nums">
      {of === undefined || of === shown
        ? `${groupedNumber(shown)} ${thing}`
        : `${groupedNumber(shown)} of ${groupedNumber(of)} ${thing}`}
      . Times are in UTC.
    </p>
  );
}

/** The value of `sort`. */
const newestFirst = '-created';

/** To the next page of a list that is read from its newest row on, or in another order, and back to the first. */
export function PageLinks({
  address,
  given,
  next,
  order,
}: {
  address: string;
  given: Record<string, string>;
  next: Next;
  order?: ListOrder | undefined;
}) {
  const isNewestFirst = order === undefined || order.sort === newestFirst;
  const { before, ...filter } = given;
  const hrefOf = (parameters: Record<string, string>) => {
    const query = new URLSearchParams(parameters).toString();
    return query === '' ? address : `${address}?${query}`;
  };
  if (before === undefined && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-4 text-dense">
      {before === undefined ? (
        <span />
      ) : (
        <Step href={hrefOf(filter)}>{isNewestFirst ? 'Newest' : 'First'}</Step>
      )}
      {next !== null && (
        <Step href={hrefOf({ ...filter, before: String(next) })}>{isNewestFirst ? 'Older' : 'More'}</Step>
      )}
    </nav>
  );
}

function Step({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="button button-small">
      {children}
    </Link>
  );
}
