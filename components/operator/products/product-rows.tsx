import Link from 'next/link';
import { type Health, shareText } from '../../../lib/operator/health.ts';
import type { OperatorProductList } from '../../../lib/operator/products.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { momentText } from '../../../lib/text/times.ts';
import { priceText } from '../../../lib/view/price-text.ts';
import { audienceOf } from '../access/audiences.ts';
import { KeptIn } from '../parts/kept-in.tsx';
import { type ListOrder, orderedBy } from '../parts/list-order.ts';
import { State } from '../parts/page-head.tsx';
import type { ChangeRights } from './bulk-acts.tsx';
import { ChooseAll, ChooseProduct, ChooseProducts } from './choose-products.tsx';
import { ProductMenu } from './product-menu.tsx';
import {
  cell,
  figure,
  List,
  Named,
  rowLink,
  wide,
  wideCell,
  wider,
  widerCell,
  widest,
  widestCell,
} from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

type Listed = OperatorProductList['list'][number];

const choice = { title: 'Chosen', className: 'w-8', head: <ChooseAll /> };
const columns = [
  { title: 'Product' },
  { title: 'Status', className: `${wide} w-24` },
  { title: 'Credits', className: 'w-24', isFigure: true },
  { title: 'Kept in', className: `${widest} w-24 pl-4` },
  { title: 'Seen by', className: `${widest} w-32` },
  { title: 'Calls, 7 days', className: `${wide} w-28`, isFigure: true },
  { title: 'Failed', className: `${wider} w-20`, isFigure: true },
  { title: 'Answer time', className: `${widest} w-24`, isFigure: true },
  { title: 'Changed', className: `${wider} w-24`, isFigure: true },
  { title: 'Actions', className: 'w-10', isHidden: true },
];

interface Props extends Pick<OperatorProductList, 'list' | 'unknownFilter'> {
  /** Of all pages. */
  total: number;
  rights: ChangeRights;
  isFiltered: boolean;
  order: ListOrder | undefined;
}

/** The products, on and off line. */
export function ProductRows({ list, unknownFilter, total, rights, isFiltered, order }: Props) {
  const mayChoose = rights.setsStatus || rights.publishes;
  const rows = (
    <List
      caption="Products"
      things={['product', 'products']}
      rows={list}
      total={total}
      columns={mayChoose ? [choice, ...columns] : columns}
      order={order}
      none={
        unknownFilter ??
        (isFiltered
          ? 'No products match.'
          : 'No products yet. Import an API: each operation becomes a product.')
      }
    >
      {(product) => (
        <ProductLine
          key={product.id}
          product={product}
          by={orderedBy(order)}
          mayChoose={mayChoose}
          mayChange={rights.setsStatus}
        />
      )}
    </List>
  );
  if (!mayChoose) return rows;
  const named = list.map(({ slug, name }) => ({ slug, name }));
  const isArchive = order?.given['state'] === 'archived';
  return <ChooseProducts {...{ products: named, rights, isArchive }}>{rows}</ChooseProducts>;
}

interface LineProps {
  product: Listed;
  by: string | undefined;
  mayChoose: boolean;
  mayChange: boolean;
}

function ProductLine({ product, by, mayChoose, mayChange }: LineProps) {
  const { slug, name, price, health, week, visibility } = product;
  const state = <ProductState product={product} />;
  return (
    <tr>
      {mayChoose && (
        <td className={cell}>
          <ChooseProduct slug={slug} name={name} />
        </td>
      )}
      <td className={cell}>
        <Named
          name={
            <Link href={`/operator/products/${slug}`} prefetch={false} className={rowLink}>
              {name}
            </Link>
          }
          more={<span className="font-mono">{slug}</span>}
          below={
            <>
              <span className="text-ink">{state}</span> ·{' '}
              {by === 'changed' ? (
                <>
                  changed <When at={product.changedAt} />
                </>
              ) : by === 'failed' ? (
                `${shareText(week)} failed`
              ) : (
                countOf(week.calls, 'call')
              )}
            </>
          }
        />
        {health.isBroken && <span className="block text-quiet">{failureText(health)}</span>}
      </td>
      <td className={wideCell}>{state}</td>
      <td className={`${cell} ${figure} font-medium whitespace-nowrap`}>{priceText(price)}</td>
      <td className={`${widestCell} pl-4 text-quiet`}>
        <KeptIn owner={product.keptIn} />
      </td>
      <td className={`${widestCell} text-quiet`}>{audienceOf(visibility).title}</td>
      <td className={`${wideCell} ${figure}`}>{groupedNumber(week.calls)}</td>
      <td className={`${widerCell} ${figure} ${health.isBroken ? 'font-semibold text-bad' : 'text-quiet'}`}>
        {shareText(week)}
      </td>
      <td className={`${widestCell} ${figure} text-quiet`}>
        {health.meanMs === null ? '–' : `${groupedNumber(health.meanMs)} ms`}
      </td>
      <td className={`${widerCell} text-right text-quiet`}>
        <When at={product.changedAt} />
      </td>
      <td className={`${cell} text-right`}>
        <ProductMenu slug={slug} name={name} isOnline={product.status === 'online'} mayChange={mayChange} />
      </td>
    </tr>
  );
}

function ProductState({ product: { status, archivedAt, health } }: { product: Listed }) {
  if (archivedAt !== null) return <State tone="quiet">Archived</State>;
  if (status === 'offline') return <State tone="quiet">Offline</State>;
  return health.isBroken ? <State tone="bad">Failing</State> : <State tone="good">Online</State>;
}

function failureText({ lately, usually, lastSuccessAt }: Health): string {
  const share = `${shareText(lately)} of ${countOf(lately.calls, 'call')} failed lately`;
  const usual = usually.calls > 0 ? `, usually ${shareText(usually)}` : '';
  const success =
    lastSuccessAt === null ? 'no success in a week' : `last success ${momentText(lastSuccessAt)} UTC`;
  return `${share}${usual}; ${success}`;
}
