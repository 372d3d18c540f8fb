import { priceText } from '../../lib/view/price-text.ts';

/** Longer prices would break within their digits. */
const mostLarge = 9_999_999;

/** The stub of a product's ticket: the lowest and highest price of a call. */
export function FareStub({ from, to }: { from: number; to: number }) {
  return (
    <div className="relative flex min-w-0 items-baseline gap-2 border-t border-dashed border-line px-5 py-3 xl:px-4 sm:flex-col sm:justify-center sm:gap-0 sm:border-t-0 sm:border-l sm:py-5">
      <Notch className="-top-2 -left-[9px] [clip-path:inset(0_0_0_50%)] sm:-top-[9px] sm:-left-2 sm:[clip-path:inset(50%_0_0)]" />
      <Notch className="-top-2 -right-[9px] [clip-path:inset(0_50%_0_0)] sm:top-auto sm:right-auto sm:-bottom-[9px] sm:-left-2 sm:[clip-path:inset(0_0_50%)]" />
      <p
        className={`min-w-0 leading-tight font-semibold [overflow-wrap:anywhere] tracking-tight tabular-nums ${to > mostLarge ? 'text-sm' : 'text-xl'}`}
      >
        {priceText({ from, to })}
      </p>
      <p className="shrink-0 text-xs text-quiet">
        {to === 0 ? 'per call' : `${to === 1 ? 'credit' : 'credits'} per call`}
      </p>
    </div>
  );
}

/** A circle centred on the outer edge of the ticket, of which one half shows. */
function Notch({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={`absolute size-4 rounded-full border border-line bg-paper print:hidden ${className}`}
    />
  );
}
