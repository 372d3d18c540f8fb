'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { SavedBacktest } from '../../../lib/operator/backtest.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { fetching } from '../../fetch-json.ts';
import { ChangeButton } from '../parts/change-button.tsx';

const pollEveryMs = 600;

const isMoving = ({ state }: Pick<SavedBacktest, 'state'>) => state === 'waiting' || state === 'running';

interface Props {
  slug: string;
  initial: SavedBacktest;
  mayStop: boolean;
}

/** How many of the calls are read. The page shows the answer once it is there. */
export function BacktestProgress({ slug, initial, mayStop }: Props) {
  const router = useRouter();
  const params = { slug, number: String(initial.number) };
  const { data } = useQuery<SavedBacktest>({
    queryKey: ['operator', 'backtest', slug, initial.number],
    queryFn: fetching('GET /api/operator/products/{slug}/backtests/{number}', { params }),
    initialData: initial,
    refetchInterval: ({ state: { data: last } }) => (last && isMoving(last) ? pollEveryMs : false),
  });
  const { state, done, total } = data;
  const hasEnded = !isMoving(data);
  useEffect(() => {
    if (hasEnded) router.refresh();
  }, [hasEnded, router]);
  const share = total === 0 ? undefined : Math.min(1, done / total);
  return (
    <section
      aria-labelledby="progress"
      className="mt-6 max-w-3xl rounded-lg border border-line bg-card p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="progress" className="text-base font-semibold">
          {share === 1 ? 'Following balances' : 'Pricing calls again'}
        </h2>
        {share !== undefined && (
          <p className="text-dense text-quiet tabular-nums">
            {Math.floor(share * 100)} %: {groupedNumber(done)} of {groupedNumber(total)} calls
          </p>
        )}
      </div>
      <progress
        aria-label="Calls that are read"
        max={share === undefined ? undefined : 1}
        value={share}
        className="mt-3 h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent"
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-dense text-quiet">
          {state === 'waiting' ? 'Others are reckoned first. ' : ''}It goes on if you leave this page.
        </p>
        {mayStop && (
          <ChangeButton
            label="Stop"
            about="this backtest"
            route="POST /api/operator/products/{slug}/backtests/{number}/stop"
            params={params}
            body={{}}
          />
        )}
      </div>
    </section>
  );
}
