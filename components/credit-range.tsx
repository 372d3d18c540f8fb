/** A price as a stub: what a call costs at least and at most. */
export function CreditRange({ from, to }: { from: number; to: number }) {
  return (
    <p className="border-l border-dashed border-line pl-4 text-sm text-quiet tabular-nums sm:self-start">
      <span className="text-xl font-semibold text-ink">{amount(from, to)}</span>{' '}
      {to > 0 && (
        <>
          {to === 1 ? 'credit' : 'credits'} <span className="block text-xs">a call</span>
        </>
      )}
    </p>
  );
}

function amount(from: number, to: number): string {
  if (to === 0) return 'Free';
  const least = from.toLocaleString('en');
  return from === to ? least : `${least}–${to.toLocaleString('en')}`;
}
