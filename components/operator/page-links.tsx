import Link from 'next/link';

/** To the next page of a list that is read from its newest row on, and back to the newest. */
export function PageLinks({
  address,
  given,
  next,
}: {
  address: string;
  given: Record<string, string>;
  next: number | null;
}) {
  const { before, ...filter } = given;
  const addressOf = (parameters: Record<string, string>) => {
    const query = new URLSearchParams(parameters).toString();
    return query === '' ? address : `${address}?${query}`;
  };
  if (before === undefined && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-4 text-sm">
      {before === undefined ? <span /> : <Step href={addressOf(filter)}>Newest</Step>}
      {next !== null && <Step href={addressOf({ ...filter, before: String(next) })}>Older</Step>}
    </nav>
  );
}

function Step({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="rounded-md border border-line bg-card px-3 py-1.5 hover:bg-sunk">
      {children}
    </Link>
  );
}
