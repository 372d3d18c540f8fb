import Link from 'next/link';
import type { ImportDetail } from '../../../lib/operator/imports.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';

interface Props {
  detail: Pick<ImportDetail, 'results' | 'follows' | 'document'>;
}

/** What became of the operations that were published last. */
export function ImportResults({ detail: { results, follows, document } }: Props) {
  if (!results) return null;
  const { created, changed, unchanged, refused, online } = results;
  const published = created + changed + unchanged;
  const parts = [
    [created, 'created'],
    [changed, 'changed'],
    [unchanged, 'as they were'],
    [refused, 'refused'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${groupedNumber(count)} ${word}`);
  return (
    <section
      aria-labelledby="results"
      className={`mt-4 rounded-lg border bg-card p-4 ${refused > 0 ? 'border-warn' : 'border-good'}`}
    >
      <h2 id="results" className="font-semibold">
        {countOf(published, 'product')}: {groupedNumber(online)} online, {groupedNumber(published - online)}{' '}
        offline
      </h2>
      <p className="mt-1 text-sm text-quiet">
        {told.join(', ')}. Each row says what became of it, and its name leads to the product.
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {(refused > 0 || published > online) && (
          <Link href="?only=refused" prefetch={false} className="text-accent underline underline-offset-4">
            Show what was refused or stayed offline
          </Link>
        )}
        {(follows ?? document) && (
          <Link
            href={`/operator/apis/${follows?.slug ?? document?.api.slug}`}
            prefetch={false}
            className="text-accent underline underline-offset-4"
          >
            Its API
          </Link>
        )}
        <Link href="/operator/products" prefetch={false} className="text-accent underline underline-offset-4">
          All products
        </Link>
      </p>
    </section>
  );
}
