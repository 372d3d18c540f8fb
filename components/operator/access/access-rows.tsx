'use client';

import Link from 'next/link';
import type { ProductAccessList } from '../../../lib/operator/product-access.ts';
import { DangerButton } from '../parts/danger-button.tsx';
import { cell, Rows, rowLink, wide, wideCell } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

type Granted = Pick<ProductAccessList['list'][number], 'since' | 'by'>;

interface Row extends Granted {
  slug: string;
  accountId: string;
  /** Of what stands on the other side. */
  name: string;
  href: string;
  note?: string;
  question: string;
}

interface Props {
  caption: string;
  head: string;
  rows: Row[];
  mayChoose: boolean;
}

/** The accounts of a product, or the products of an account. */
export function AccessRows({ caption, head, rows, mayChoose }: Props) {
  const columns = [
    { title: head },
    { title: 'By', className: `${wide} w-48` },
    { title: 'Since', className: 'w-24' },
    ...(mayChoose ? [{ title: 'Actions', className: 'w-28', isHidden: true }] : []),
  ];
  return (
    <Rows caption={caption} columns={columns}>
      {rows.map((row) => (
        <tr key={`${row.slug} ${row.accountId}`}>
          <td className={cell}>
            <Link href={row.href} prefetch={false} className={rowLink}>
              {row.name}
            </Link>
            {row.note !== undefined && <span className="ml-2 text-quiet">{row.note}</span>}
          </td>
          <td className={wideCell}>{authorText(row)}</td>
          <td className={cell}>
            <When at={row.since} />
          </td>
          {mayChoose && (
            <td className={`${cell} text-right`}>
              <DangerButton
                action="Take off"
                about={row.name}
                title={row.question}
                route="POST /api/operator/products/{slug}/access/{account_id}/withdrawal"
                params={{ slug: row.slug, account_id: row.accountId }}
                isReasonOptional
              >
                <p>
                  New calls are refused, as if the product did not exist. Running calls end as usual; receipts
                  and the ledger stay.
                </p>
              </DangerButton>
            </td>
          )}
        </tr>
      ))}
    </Rows>
  );
}

const kinds: Record<string, string> = { 'command-line': 'The command line', key: 'An API key' };

function authorText({ by: { kind, name } }: Granted): string {
  return name ?? kinds[kind] ?? 'The portal';
}
