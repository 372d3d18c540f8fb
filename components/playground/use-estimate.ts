import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../lib/json.ts';
import type { FullQuote } from '../../lib/full-quote.ts';
import { estimateOptions } from './estimate-options.ts';
import { inputId } from './input-id.ts';
import { useSettled } from './use-settled.ts';

/** Between two keystrokes of a person who types; the answer takes the rest of what is noticed as at once. */
const settledMs = 60;

export interface Estimate {
  /** The last price there is. */
  quote: FullQuote | undefined;
  /** Whether it is that of the input as it stands. */
  isCurrent: boolean;
  error: Error | null;
  ask: () => void;
}

export function useEstimate(slug: string, input: JsonObject): Estimate {
  const settled = useSettled(input, settledMs);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    estimateOptions(slug, settled, inputId(settled)),
  );
  const isCurrent = settled === input && data !== undefined && !isPlaceholderData;
  return { quote: data, isCurrent, error, ask: () => void refetch() };
}
