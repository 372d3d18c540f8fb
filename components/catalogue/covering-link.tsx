import Link from 'next/link';
import { Marked } from './marked.tsx';

interface Props {
  product: { slug: string; name: string };
  /** Search terms to mark in the name. */
  q: string;
  /** The rounded corners of the card or row. */
  corners?: string;
}

/** The name of a product as a link that covers its whole card or row. */
export function CoveringLink({ product: { slug, name }, q, corners = '' }: Props) {
  return (
    <Link
      href={`/products/${slug}`}
      prefetch={false}
      className={`after:absolute after:inset-0 after:z-10 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent ${corners}`}
    >
      <Marked text={name} q={q} />
    </Link>
  );
}
