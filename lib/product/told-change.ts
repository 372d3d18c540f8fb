import { costText } from '../price/cost-text.ts';
import { momentText } from '../text/times.ts';
import { changeWords, comingWords, type ComingPrice } from './coming-price.ts';

/** A change of a price that was announced, and what became of it. */
export interface ToldChange extends ComingPrice {
  /** Its number among all that was ever planned. */
  plan: number;
  state: 'announced' | 'in-force' | 'withdrawn' | 'replaced';
  /** When this was told: announced, in force, withdrawn or replaced. */
  toldAt: string;
  product: { slug: string; name: string };
}

/** What became of it, in the words that stand wherever it is told. */
export function toldWords(change: ToldChange): string {
  if (change.state === 'announced') return comingWords(change);
  const at = `${momentText(change.at)} UTC`;
  const words = changeWords(change);
  if (change.state === 'in-force') return `Since ${at}: ${words}`;
  return `${change.state === 'withdrawn' ? 'Withdrawn' : 'Planned anew'}, not from ${at}: ${words}`;
}

/** Whether calls cost more by it; nothing of what does not come. */
export function toldCost({ state, mayCostMore }: ToldChange): string[] {
  return state === 'announced' || state === 'in-force' ? [costText(mayCostMore)] : [];
}

export const changesAddress = '/changes';
export const feedAddress = '/changes.atom';
