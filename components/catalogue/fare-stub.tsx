import { groupedNumber } from '../../lib/grouped-number.ts';

/** The torn-off end of a product's ticket: what a call costs at least and at most. */
export function FareStub({ from, to }: { from: number; to: number }) {
  return (
    <div className="relative flex min-w-0 items-baseline gap-2 border-t border-dashed border-line px-5 py-3 sm:flex-col sm:justify-center sm:gap-0 sm:border-t-0 sm:border-l sm:py-5">
      <Notch className="-top-2 -left-2 sm:-top-2 sm:-left-2" />
      <Notch className="-top-2 -right-2 sm:top-auto sm:right-auto sm:-bottom-2 sm:-left-2" />
      <p className="min-w-0 text-xl leading-tight font-semibold [overflow-wrap:anywhere] tracking-tight tabular-nums">
        {amount(from, to)}
      </p>
      <p className="text-xs text-quiet">
        {to === 0 ? 'a call' : `${to === 1 ? 'credit' : 'credits'} a call`}
      </p>
    </div>
  );
}

/** Half of it lies outside of the ticket, which cuts it off. */
function Notch({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={`absolute size-4 rounded-full border border-line bg-paper print:hidden ${className}`}
    />
  );
}

function amount(from: number, to: number): string {
  if (to === 0) return 'Free';
  const least = groupedNumber(from);
  return from === to ? least : `${least}–${groupedNumber(to)}`;
}
