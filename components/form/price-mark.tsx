import { creditsText } from '../../lib/text/count-text.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';

export interface PriceOfField {
  adds: number | null;
  affectsPrice: boolean;
}

/** How much a field adds to the price, or that it affects it. */
export function PriceMark({ adds, affectsPrice }: { adds: number | undefined; affectsPrice: boolean }) {
  if (adds !== undefined && adds !== 0) {
    const amount = `${adds < 0 ? '−' : '+'}${groupedNumber(Math.abs(adds))}`;
    return (
      <span className="rounded-sm bg-accent-soft px-1.5 font-medium whitespace-nowrap text-accent tabular-nums">
        <span aria-hidden="true">{amount}</span>
        <span className="sr-only">adds {creditsText(adds)}</span>
      </span>
    );
  }
  if (!affectsPrice) return null;
  return (
    <span className="self-center text-accent" title="Affects the price">
      <svg aria-hidden="true" viewBox="0 0 16 10" className="h-2.5 w-4 fill-none stroke-current">
        <path d="M1 1h14v2.5a1.5 1.5 0 0 0 0 3V9H1V6.5a1.5 1.5 0 0 0 0-3z" />
        <path d="M10.5 1v8" strokeDasharray="1.6 1.2" />
      </svg>
      <span className="sr-only">affects the price</span>
    </span>
  );
}
