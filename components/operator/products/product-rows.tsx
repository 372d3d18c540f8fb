import Link from 'next/link';
import { type Health, shareText } from '../../../lib/operator/health.ts';
import type { Product } from '../../../lib/product/product.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { momentText } from '../../../lib/text/times.ts';
import { priceText } from '../../../lib/view/price-text.ts';
import { fileIcon, penIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { State } from '../parts/page-head.tsx';
import { ChooseProduct, ChooseProducts } from './choose-products.tsx';
import { ProductMenu } from './product-menu.tsx';
import {
  cell,
  figure,
  Named,
  NoRows,
  rowLink,
  Rows,
  wide,
  wideCell,
  wider,
  widerCell,
  widest,
  widestCell,
} from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

type Listed = Pick<Product, 'id' | 'slug' | 'name' | 'status' | 'price'> & {
  health: Health;
  /** Whether it was made in the console, and not published from a file. */
  isOfConsole: boolean;
  changedAt: string;
};

const choice = { title: 'Chosen', className: 'w-8', isHidden: true };
const columns = [
  { title: 'Product' },
  { title: 'Status', className: `${wide} w-24` },
  { title: 'Credits', className: 'w-24', isFigure: true },
  { title: 'Kept in', className: `${widest} w-24 pl-4` },
  { title: 'Calls, 7 days', className: `${wide} w-24`, isFigure: true },
  { title: 'Failed', className: `${wider} w-20`, isFigure: true },
  { title: 'Answer time', className: `${widest} w-24`, isFigure: true },
  { title: 'Changed', className: `${wider} w-20`, isFigure: true },
  { title: 'Actions', className: 'w-10', isHidden: true },
];

/** The products, on and off line. */
export function ProductRows({ products, mayChange }: { products: Listed[]; mayChange: boolean }) {
  if (products.length === 0) return <NoRows>No products match.</NoRows>;
  const rows = (
    <Rows caption="Products" columns={mayChange ? [choice, ...columns] : columns}>
      {products.map((product) => (
        <ProductLine key={product.id} product={product} mayChange={mayChange} />
      ))}
    </Rows>
  );
  return mayChange ? <ChooseProducts>{rows}</ChooseProducts> : rows;
}

function ProductLine({ product, mayChange }: { product: Listed; mayChange: boolean }) {
  const { slug, name, status, price, health, isOfConsole, changedAt } = product;
  const week = weekOf(health);
  const state =
    status === 0 ? (
      <State tone="quiet">Offline</State>
    ) : health.isBroken ? (
      <State tone="bad">Failing</State>
    ) : (
      <State tone="good">Online</State>
    );
  return (
    <tr>
      {mayChange && (
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
              <span className="text-ink">{state}</span> · {countOf(week.calls, 'call')}
            </>
          }
        />
        {health.isBroken && <span className="block text-quiet">{failureText(health)}</span>}
      </td>
      <td className={wideCell}>{state}</td>
      <td className={`${cell} ${figure} font-medium whitespace-nowrap`}>{priceText(price)}</td>
      <td className={`${widestCell} pl-4 text-quiet`}>
        <span className="flex items-center gap-2">
          <Icon path={isOfConsole ? penIcon : fileIcon} />
          {isOfConsole ? 'Console' : 'File'}
        </span>
      </td>
      <td className={`${wideCell} ${figure}`}>{groupedNumber(week.calls)}</td>
      <td className={`${widerCell} ${figure} ${health.isBroken ? 'font-semibold text-bad' : 'text-quiet'}`}>
        {shareText(week)}
      </td>
      <td className={`${widestCell} ${figure} text-quiet`}>
        {health.meanMs === null ? '–' : `${groupedNumber(health.meanMs)} ms`}
      </td>
      <td className={`${widerCell} text-right text-quiet`}>
        <When at={changedAt} />
      </td>
      <td className={`${cell} text-right`}>
        <ProductMenu slug={slug} name={name} isOnline={status === 1} mayChange={mayChange} />
      </td>
    </tr>
  );
}

/** Of this hour and the seven days before. */
function weekOf({ lately, usually }: Health) {
  return { calls: lately.calls + usually.calls, failed: lately.failed + usually.failed };
}

function failureText({ lately, usually, lastSuccessAt }: Health): string {
  const share = `${shareText(lately)} of ${countOf(lately.calls, 'call')} failed lately`;
  const usual = usually.calls > 0 ? `, usually ${shareText(usually)}` : '';
  const success =
    lastSuccessAt === null ? 'no success in a week' : `last success ${momentText(lastSuccessAt)} UTC`;
  return `${share}${usual}; ${success}`;
}
