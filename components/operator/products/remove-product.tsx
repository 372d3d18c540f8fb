'use client';

import { useRouter } from 'next/navigation';
import type { OperatorProduct } from '../../../lib/operator/products.ts';
import { momentText } from '../../../lib/text/times.ts';
import { ChangeButton } from '../parts/change-button.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { Danger, DangerZone } from '../parts/danger-zone.tsx';

interface Props {
  product: OperatorProduct;
}

/** How a product leaves the catalogue: deleted, if it has no calls; archived, if it may have some. */
export function RemoveProduct({ product }: Props) {
  return (
    <DangerZone>
      {product.keptIn === 'console' ? (
        product.archivedAt !== null ? (
          <BringBack product={product} />
        ) : (
          <Archive product={product} />
        )
      ) : (
        <Danger
          title="Delete or archive"
          about="It belongs to a file. Take it out of there, and apply its folder with --prune; or keep it in the console first."
        >
          <span />
        </Danger>
      )}
      {product.keptIn === 'console' && !product.wasOnline && <Delete product={product} />}
    </DangerZone>
  );
}

function Archive({ product: { slug, name, status } }: Props) {
  return (
    <Danger
      title="Archive this product"
      about="It is no longer offered: gone from the catalogue and the search, and calls are refused. Its calls, receipts and versions stay, and it can be brought back."
    >
      <DangerButton
        action="Archive"
        about={name}
        title={`Archive ${name}?`}
        route="POST /api/operator/products/{slug}/archive"
        params={{ slug }}
        isReasonOptional
      >
        <p className="break-words">
          <strong>{name}</strong> is no longer listed or found
          {status === 'online' && ', and new calls are refused at once; running calls end as usual'}.
        </p>
        <p>Its calls, receipts, credits and versions stay. You can bring it back, offline.</p>
      </DangerButton>
    </Danger>
  );
}

function BringBack({ product: { slug, name, archivedAt } }: Props) {
  return (
    <Danger
      title="Bring it back from the archive"
      about={`It is no longer offered since ${momentText(archivedAt ?? '')} UTC. It comes back offline, as it was.`}
    >
      <ChangeButton
        label="Bring back"
        about={`${name} from the archive`}
        route="POST /api/operator/products/{slug}/restoration"
        params={{ slug }}
        body={{}}
      />
    </Danger>
  );
}

function Delete({ product: { slug, name } }: Props) {
  const router = useRouter();
  return (
    <Danger
      title="Delete this product"
      about="It was never online, so nobody called it. Its definition and its versions are deleted for good."
    >
      <DangerButton
        action="Delete"
        about={name}
        title={`Delete ${name}?`}
        route="POST /api/operator/products/{slug}/deletion"
        params={{ slug }}
        nameToType={slug}
        isReasonOptional
        onDone={() => router.push('/operator/products')}
      >
        <p className="break-words">
          The definition of <strong>{name}</strong> and all its versions are deleted. This cannot be undone.
        </p>
        <p>It has no calls and no receipts. What was done to it stays in the audit log.</p>
      </DangerButton>
    </Danger>
  );
}
