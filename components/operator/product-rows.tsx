import Link from 'next/link';
import { type Health, shareText } from '../../lib/operator/health.ts';
import type { Product } from '../../lib/product/product.ts';
import { countOf, groupedNumber } from '../../lib/text/numbers.ts';
import { momentText } from '../../lib/text/times.ts';
import { ChangeButton } from './change-button.tsx';
import { DangerButton } from './danger-button.tsx';
import { Mark } from './part.tsx';
import { cell, NoRows, rowLink, Rows, wideCell } from './rows.tsx';

type Listed = Pick<Product, 'id' | 'slug' | 'name' | 'status'> & { health: Health };

/** The products, on and off line. */
export function ProductRows({ products, mayChange }: { products: Listed[]; mayChange: boolean }) {
  if (products.length === 0) return <NoRows>No products match.</NoRows>;
  const columns = [
    { title: 'Product' },
    { title: 'Recent failures', className: 'hidden sm:table-cell w-40' },
    { title: 'Response time', className: 'hidden md:table-cell w-28' },
    { title: 'Last success', className: 'hidden md:table-cell w-40' },
    { title: 'Status', className: 'w-32 sm:w-36' },
  ];
  return (
    <Rows caption="Products" columns={columns}>
      {products.map(({ id, slug, name, status, health }) => (
        <tr key={id}>
          <td className={cell}>
            <Link href={`/products/${slug}`} prefetch={false} className={rowLink}>
              {name}
            </Link>
            <span className="block text-sm">
              <span className="font-mono break-all text-quiet">{slug}</span> ·{' '}
              <Link
                href={`/operator/calls?product=${slug}`}
                prefetch={false}
                className="underline decoration-line underline-offset-4"
              >
                Calls
              </Link>
            </span>
            <span className="block text-sm text-quiet tabular-nums sm:hidden">
              <Failed health={health} />
            </span>
          </td>
          <td className={`${wideCell} tabular-nums`}>
            <Failed health={health} />
          </td>
          <td className={`hidden tabular-nums md:table-cell ${cell}`}>
            {health.meanMs === null ? '–' : `${groupedNumber(health.meanMs)} ms`}
          </td>
          <td className={`hidden text-sm text-quiet tabular-nums md:table-cell ${cell}`}>
            {health.lastSuccessAt === null ? 'None in a week' : `${momentText(health.lastSuccessAt)} UTC`}
          </td>
          <td className={cell}>
            {status === 1 ? 'Online' : <Mark text="Offline" tone="bad" />}
            {mayChange && <ChangeStatus slug={slug} name={name} isOnline={status === 1} />}
          </td>
        </tr>
      ))}
    </Rows>
  );
}

/** Takes a product off line, or back on line. */
export function ChangeStatus({ slug, name, isOnline }: { slug: string; name: string; isOnline: boolean }) {
  const set = { route: 'POST /api/operator/products/{slug}/status', params: { slug } } as const;
  return (
    <span className="mt-1 block">
      {isOnline ? (
        <DangerButton
          action="Take offline"
          about={name}
          title={`Take ${name} offline?`}
          {...set}
          body={{ status: 'offline' }}
          isReasonOptional
        >
          <p className="break-words">
            <strong>{name}</strong> is no longer listed, and new calls are refused, until you take it online
            again. Running calls end as usual.
          </p>
        </DangerButton>
      ) : (
        <ChangeButton label="Take online" about={name} {...set} body={{ status: 'online' }} />
      )}
    </span>
  );
}

/** The share of calls that failed in this hour and the one before, and the usual one. */
function Failed({ health: { lately, usually, isBroken } }: { health: Health }) {
  if (lately.calls === 0) return 'No calls';
  return (
    <>
      {isBroken && <Mark text="Failing" tone="bad" />} {shareText(lately)} of {countOf(lately.calls, 'call')}
      {usually.calls > 0 && `, usually ${shareText(usually)}`}
    </>
  );
}
