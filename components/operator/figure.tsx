import Link from 'next/link';

/** A figure with its name, which leads to the rows behind it. */
export function Figure({
  name,
  value,
  href,
  about,
}: {
  name: string;
  value: string;
  href: string;
  about?: string;
}) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="block rounded-md border border-line bg-card p-4 hover:bg-sunk"
    >
      <span className="block text-sm text-quiet">{name}</span>
      <span className="block text-2xl font-semibold tabular-nums">{value}</span>
      {about !== undefined && <span className="block text-sm text-quiet">{about}</span>}
    </Link>
  );
}
