/** What became of a line or a limit of a price. `changed`: neither dearer nor cheaper for every call. */
export const changeKinds = ['new', 'gone', 'renamed', 'dearer', 'cheaper', 'changed'] as const;

/** One difference between two prices, in words. */
export interface PriceChange {
  kind: (typeof changeKinds)[number];
  label: string;
  before: string | null;
  now: string | null;
}

/** What a new price does. */
export function costText(mayCostMore: boolean): string {
  return mayCostMore ? 'Some calls can cost more than before.' : 'No call costs more than before.';
}

/** Where no line differs: the product takes other inputs. */
export const otherInputsText = 'The price is written as before; what a call may send has changed.';

/** A line with all that it depends on. */
export function lineText(line: {
  text: string;
  formula?: string | undefined;
  settledBy?: string | undefined;
  when?: string | undefined;
}): string {
  const { text, formula, settledBy, when } = line;
  return [
    text,
    ...(formula === undefined ? [] : [`by ${formula}`]),
    ...(settledBy === undefined ? [] : [`after the call by ${settledBy}`]),
    ...(when === undefined ? [] : [`only if ${when}`]),
  ].join(', ');
}
