import Link from 'next/link';
import {
  changesAddress,
  feedAddress,
  toldCost,
  type ToldChange,
  toldWords,
} from '../../lib/product/told-change.ts';
import { momentTextOf } from '../../lib/text/times.ts';
import { pricesAddress } from '../../lib/view/product-tab.ts';

interface Props {
  changes: ToldChange[];
  /** Where older ones begin. */
  next: number | null;
  /** Whether these are the newest. */
  isFirst: boolean;
}

const link = 'text-accent underline underline-offset-4';
const states: Record<ToldChange['state'], [name: string, tone: string]> = {
  announced: ['Announced', 'text-warn'],
  'in-force': ['In force', 'text-good'],
  withdrawn: ['Withdrawn', 'text-quiet'],
  replaced: ['Planned anew', 'text-quiet'],
};

/** All that was announced of prices, and what became of it. */
export function PriceChanges({ changes, next, isFirst }: Props) {
  const momentOf = momentTextOf(changes, ({ toldAt }) => toldAt);
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="text-3xl font-semibold tracking-tight">Changes of prices</h1>
      <p className="mt-3 max-w-prose text-quiet">
        What can cost more is announced before it does. The newest first; times are in UTC. Follow the{' '}
        <a href={feedAddress} className={link}>
          Atom feed
        </a>
        .
      </p>
      {changes.length === 0 ? (
        <p className="mt-6 max-w-4xl rounded-md border border-dashed border-line p-6 text-sm">
          {isFirst
            ? 'No change of a price was announced yet. The next one will be listed here.'
            : 'There are no older ones.'}
        </p>
      ) : (
        <ol className="mt-6 max-w-4xl divide-y divide-line border-y border-line">
          {changes.map((change) => (
            <Change key={change.plan} change={change} moment={momentOf(change)} />
          ))}
        </ol>
      )}
      <p className="mt-4 flex gap-6 text-sm">
        {!isFirst && (
          <Link href={changesAddress} className={link}>
            Newest
          </Link>
        )}
        {next !== null && (
          <Link href={`${changesAddress}?before=${next}`} className={link}>
            Older
          </Link>
        )}
      </p>
    </main>
  );
}

function Change({ change, moment }: { change: ToldChange; moment: string }) {
  const { plan, state, toldAt, product, reason } = change;
  const [name, tone] = states[state];
  return (
    <li
      id={`change-${plan}-${state}`}
      className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <div className="text-sm">
        <time dateTime={toldAt} className="text-quiet tabular-nums">
          {moment}
        </time>
        <p className={`font-medium ${tone}`}>{name}</p>
      </div>
      <div className="min-w-0 break-words">
        <h2 className="font-medium">
          <Link href={pricesAddress(product.slug)} prefetch={false} className={link}>
            {product.name}
          </Link>
        </h2>
        <p className="tabular-nums">{toldWords(change)}</p>
        <p className="text-sm text-quiet">
          {[...toldCost(change), ...(reason === null ? [] : [`Reason: “${reason}”`])].join(' ')}
        </p>
      </div>
    </li>
  );
}
