'use client';

import { useMutation } from '@tanstack/react-query';
import { priceWords } from '../../lib/agents/price-words.ts';
import { fetchTools } from './fetch-tools.ts';

interface Props {
  products: string[];
  apiKey: string | undefined;
  /** Whether a key has to be made first. */
  isBlocked: boolean;
}

/** What a client gets from the portal, with the same key. */
export function SeenTools({ products, apiKey, isBlocked }: Props) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => fetchTools({ products, key: apiKey }),
  });
  return (
    <>
      <button
        type="button"
        disabled={isPending || isBlocked}
        onClick={() => mutate()}
        className="with-script rounded-md bg-accent px-4 py-2 font-medium text-accent-ink disabled:opacity-60"
      >
        Show what the client sees
      </button>
      {isBlocked && (
        <p className="mt-2 text-sm text-quiet">
          The test uses the key: create it first. Clients that sign in need none.
        </p>
      )}
      {error && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {error.message}
        </p>
      )}
      {data && (
        <div role="status" className="mt-4">
          <p>{data.credits}</p>
          <ul aria-label="Tools" className="mt-3 divide-y divide-line border-y border-line">
            {data.tools.map(({ name, title, price }) => (
              <li key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="min-w-0 break-words">
                  <code className="font-mono text-sm">{name}</code>{' '}
                  <span className="text-quiet">{title}</span>
                </span>
                <span className="text-sm tabular-nums">
                  {price ? priceWords(price) : name === 'call_product' ? 'The price of the call' : 'Free'}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
