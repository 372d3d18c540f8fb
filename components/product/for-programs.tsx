import { providerWords } from '../../lib/markdown/provider-text.ts';
import type { Product } from '../../lib/product/product.ts';
import { CodeBlock } from '../shell/code-block.tsx';

interface Props {
  product: Pick<Product, 'slug' | 'name'>;
  origin: string;
}

const mostName = 60;
const link = 'text-accent underline underline-offset-4';

/** The product as files: for generators of clients, for agents, and for the README of whoever uses it. */
export function ForPrograms({ product, origin }: Props) {
  const { slug, name } = product;
  const page = `/products/${slug}`;
  const badge = `${page}/badge.svg`;
  const line = `[![Price of ${providerWords(name, mostName)}](${origin}${badge})](${origin}${page})`;
  return (
    <>
      <p className="max-w-prose">
        <a href={`${page}/openapi.json`} className={link}>
          OpenAPI document
        </a>{' '}
        for Postman, Bruno and generators of clients.{' '}
        <a href={`${page}.md`} className={link}>
          Markdown
        </a>{' '}
        for agents.
      </p>
      <p className="mt-4 mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* Next's own images are for photographs. */}
        {/* oxlint-disable-next-line nextjs/no-img-element */}
        <img src={badge} alt={`Price badge of ${name}`} height={20} />A badge with the current price, for a
        README:
      </p>
      <CodeBlock text={line} label="Markdown: the price badge" />
    </>
  );
}
