import Link from 'next/link';
import type { Product } from '../../lib/product/product.ts';
import { ChangeButton } from './change-button.tsx';
import { Mark } from './mark.tsx';
import { cell, NoRows, rowLink, Rows } from './rows.tsx';

type Listed = Pick<Product, 'id' | 'slug' | 'name' | 'status'>;

/** The products, on and off line. */
export function ProductRows({ products, mayChange }: { products: Listed[]; mayChange: boolean }) {
  if (products.length === 0) return <NoRows>No product matches.</NoRows>;
  const columns = [{ title: 'Product' }, { title: 'Status', className: 'w-32 sm:w-44' }];
  return (
    <Rows caption="Products" columns={columns}>
      {products.map(({ id, slug, name, status }) => (
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
          </td>
          <td className={cell}>
            {status === 1 ? 'Online' : <Mark text="Offline" tone="bad" />}
            {mayChange && (
              <span className="mt-1 block">
                <ChangeButton
                  {...{ label: status === 1 ? 'Take offline' : 'Take online', about: name }}
                  address={`/api/operator/products/${slug}/status`}
                  body={{ status: status === 1 ? 'offline' : 'online' }}
                />
              </span>
            )}
          </td>
        </tr>
      ))}
    </Rows>
  );
}
