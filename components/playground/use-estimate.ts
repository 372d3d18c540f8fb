import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { FullQuote } from '../../lib/product/full-quote.ts';
import { type JsonObject, jsonText } from '../../lib/json/json.ts';
import { estimateOptions } from './estimate-options.ts';
import { inputId } from './input-id.ts';
import { useSettled } from './use-settled.ts';

/** Between two keystrokes of a person who types; the answer takes the rest of what is noticed as at once. */
const settledMs = 60;
/** A large input is written out, sent and checked whole: not at each key. */
const largeSettledMs = 600;
const largeBytes = 100_000;

export interface Estimate {
  /** The last price there is. */
  quote: FullQuote | undefined;
  /** Whether it is that of the input as it stands. */
  isCurrent: boolean;
  /** How large the input is. */
  bytes: number;
  error: Error | null;
  ask: () => void;
}

/** What is larger than a call may be is not sent for its price either. */
export function useEstimate(slug: string, input: JsonObject, mostBytes: number): Estimate {
  const [isLarge, setLarge] = useState(false);
  const settled = useSettled(input, isLarge ? largeSettledMs : settledMs);
  const bytes = useMemo(() => new TextEncoder().encode(jsonText(settled)).length, [settled]);
  if (isLarge !== bytes > largeBytes) setLarge(!isLarge);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...estimateOptions(slug, settled, inputId(settled)),
    enabled: bytes <= mostBytes,
  });
  const isCurrent = settled === input && data !== undefined && !isPlaceholderData;
  return { quote: data, isCurrent, bytes, error, ask: () => void refetch() };
}
