import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldHint, Preview } from '../../../lib/operator/price-preview.ts';
import { fetching } from '../../fetch-json.ts';
import { useDebounced } from '../../playground/input/use-estimate.ts';

/** While somebody types, nothing is asked. */
const idleMs = 350;

export interface PreviewState {
  /** The last one that could be reckoned. */
  preview: Preview | undefined;
  /** Whether it is of the text as it is. */
  isCurrent: boolean;
  /** Whether the answer to the text as it is has to come. */
  isBusy: boolean;
  /** How many faults the text has. */
  faults: number;
  error: Error | null;
  hints: readonly FieldHint[];
  ask: () => void;
}

const noHints: readonly FieldHint[] = [];

/** What a text would cost, once it has not changed for a moment. The answer to the last text counts. */
export function usePreview(
  slug: string,
  text: string,
  wish: { over?: string; sample?: number },
): PreviewState {
  const entry = useDebounced(text, idleMs);
  const body = { entry, ...wish };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['operator', 'price-preview', slug, body],
    queryFn: fetching('POST /api/operator/products/{slug}/price-preview', { params: { slug }, body }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const [last, setLast] = useState<Preview>();
  const fresh = data?.preview ?? undefined;
  if (fresh && fresh !== last) setLast(fresh);
  const isAnswered = data !== undefined && !isPlaceholderData && entry === text;
  return {
    preview: fresh ?? last,
    isCurrent: isAnswered && fresh !== undefined,
    isBusy: !isAnswered && error === null,
    faults: isAnswered ? data.mistakes.length : 0,
    error,
    hints: data?.fields ?? noHints,
    ask: () => void refetch(),
  };
}
