import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, useEffect } from 'react';
import { type JsonObject, jsonText } from '../../../lib/json/json.ts';
import type { FullQuote } from '../../../lib/product/full-quote.ts';
import { estimateOptions } from '../estimate-options.ts';
import { inputId } from './inputs.ts';

/** The pause after a keystroke. With the response time, the price still feels immediate. */
const settledMs = 60;
/** A large input takes long to serialize and send. */
const largeSettledMs = 600;
const largeBytes = 100_000;

export interface Estimate {
  /** The last known price. */
  quote: FullQuote | undefined;
  /** Whether it belongs to the current input. */
  isCurrent: boolean;
  /** In bytes. */
  bytes: number;
  error: Error | null;
  ask: () => void;
}

/** An input over the limit is not sent for a price either. */
export function useEstimate(slug: string, input: JsonObject, mostBytes: number): Estimate {
  const [isLarge, setLarge] = useState(false);
  const settled = useDebounced(input, isLarge ? largeSettledMs : settledMs);
  const bytes = useMemo(() => new TextEncoder().encode(jsonText(settled)).length, [settled]);
  if (isLarge !== bytes > largeBytes) setLarge(!isLarge);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...estimateOptions(slug, settled, inputId(settled)),
    enabled: bytes <= mostBytes,
  });
  const isCurrent = settled === input && data !== undefined && !isPlaceholderData;
  return { quote: data, isCurrent, bytes, error, ask: () => void refetch() };
}

/** A value that has not changed for some time. */
export function useDebounced<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
