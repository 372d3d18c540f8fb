import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Product } from '../../lib/product/product.ts';
import type { DescribedOperation } from '../../lib/reference/described-operation.ts';
import { CodeText } from '../shell/code-text.tsx';

interface Props {
  product: Pick<Product, 'slug' | 'provider'>;
  operation: DescribedOperation;
  origin: string;
}

/** The URLs for a call and its price, and the operation of the API. */
export function Endpoint({ product, operation, origin }: Props) {
  const slug = encodeURIComponent(product.slug);
  const { method, path, deprecated } = operation;
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Row name="Call">
        <Address method="POST" path={`${origin}/api/product/developer/call/${slug}`} />
      </Row>
      <Row name="Get the price">
        <Address method="POST" path={`${origin}/api/product/credits/required/${slug}`} />
      </Row>
      <Row name={`${product.provider.name} API`}>
        <Address method={method} path={path} />
        {deprecated && <span className="ml-2 font-medium text-warn">Deprecated</span>}
      </Row>
    </dl>
  );
}

export function Authentication() {
  return (
    <div className="max-w-prose">
      <p>
        <CodeText text="Send your API key as `Authorization: Bearer fb_…`, or no key to call as a guest." />{' '}
        <Link href="/keys" prefetch={false} className="text-accent underline underline-offset-4">
          Get a key
        </Link>
      </p>
      <p className="mt-2">You need no credential of the API itself.</p>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="break-words text-quiet">{name}</dt>
      <dd className="-mt-2 min-w-0 sm:mt-0">{children}</dd>
    </>
  );
}

function Address({ method, path }: { method: string; path: string }) {
  return (
    <code className="font-mono break-all">
      <span className="font-semibold text-accent">{method}</span> {path}
    </code>
  );
}
