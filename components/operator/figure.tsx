import Link from 'next/link';

const look = 'block rounded-md border border-line bg-card p-4';

interface Props {
  name: string;
  value: string;
  /** The rows behind it, if there is a list of them. */
  href?: string;
  about?: string;
}

/** A figure with its name, which leads to the rows behind it. */
export function Figure({ name, value, href, about }: Props) {
  const content = (
    <>
      <span className="block text-sm text-quiet">{name}</span>
      <span className="block text-2xl font-semibold tabular-nums">{value}</span>
      {about !== undefined && <span className="block text-sm text-quiet">{about}</span>}
    </>
  );
  if (href === undefined) return <div className={look}>{content}</div>;
  return (
    <Link href={href} prefetch={false} className={`${look} hover:bg-sunk`}>
      {content}
    </Link>
  );
}
