'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { backtestDays, mostDraftsBeside } from '../../../lib/operator/backtest-days.ts';
import type { SavedBacktest } from '../../../lib/operator/backtest.ts';
import { daysText } from '../../../lib/operator/backtest-words.ts';
import { fetching, fetchJson } from '../../fetch-json.ts';
import { textOf } from '../../people/fields.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { useChange } from '../parts/change-button.tsx';
import { storeDraft, useDraftKey } from '../products/draft.ts';

/** The drafts of a product, which operators save and others may begin to save at any time. */
export function useDrafts(slug: string) {
  return useQuery({
    queryKey: ['operator', 'drafts', slug],
    queryFn: fetching('GET /api/operator/products/{slug}/drafts', { params: { slug } }),
  });
}

type Draft = NonNullable<ReturnType<typeof useDrafts>['data']>['list'][number];

interface DialogProps {
  slug: string;
  /** Chosen at first. */
  days: SavedBacktest['days'];
  /** The numbers of drafts that are chosen at first. */
  chosen: readonly number[];
  /** Returns the number of a draft that has to be saved before. */
  save?: () => Promise<number>;
  /** What it is called. */
  saved?: string;
  close: () => void;
}

/** Asks of how many days, and which other drafts stand beside it. */
export function BacktestDialog({ slug, days, chosen, save, saved, close }: DialogProps) {
  const { change } = useChange();
  const router = useRouter();
  const client = useQueryClient();
  const { data } = useDrafts(slug);
  const drafts = data?.list ?? [];
  async function begin(fields: FormData) {
    const first = save ? [await save()] : [];
    const numbers = fields
      .getAll('draft')
      .map(Number)
      .filter((number) => !first.includes(number));
    const wanted = textOf(fields, 'days');
    const body = { drafts: [...first, ...numbers], days: wanted === 'all' ? null : Number(wanted) };
    const { number } = await change('POST /api/operator/products/{slug}/backtests', {
      params: { slug },
      body,
    });
    void client.invalidateQueries({ queryKey: ['operator', 'backtests', slug] });
    close();
    router.push(`/operator/products/${slug}/backtests/${number}`);
  }
  return (
    <FormDialog
      title="Backtest a draft"
      action="Begin"
      submit={begin}
      close={close}
      about={
        <p>
          The calls of the product are priced again, as if the draft had been in force. Nothing is published,
          and no caller sees it.
        </p>
      }
    >
      {(faults) => (
        <>
          <label className="grid gap-1 text-sm font-medium">
            Calls of
            <select name="days" defaultValue={days ?? 'all'} className="field font-normal">
              {[...backtestDays, null].map((one) => (
                <option key={one ?? 'all'} value={one ?? 'all'}>
                  {daysText(one)}
                </option>
              ))}
            </select>
          </label>
          {saved !== undefined && <p className="text-sm break-words text-quiet">{saved}</p>}
          <DraftChoices drafts={drafts} chosen={chosen} isBeside={save !== undefined} />
          {Object.entries(faults).map(([name, fault]) => (
            <p key={name} role="alert" className="text-sm text-bad">
              {fault}
            </p>
          ))}
        </>
      )}
    </FormDialog>
  );
}

function DraftChoices({
  drafts,
  chosen,
  isBeside,
}: {
  drafts: Draft[];
  chosen: readonly number[];
  isBeside: boolean;
}) {
  if (drafts.length === 0) return null;
  return (
    <fieldset name="drafts" className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">
        {isBeside ? 'Other drafts beside it' : 'Drafts'}
        <span className="font-normal text-quiet">, {mostDraftsBeside} in all at most</span>
      </legend>
      <div className="grid max-h-56 gap-1 overflow-y-auto">
        {drafts.map(({ number, title }) => (
          <label key={number} className="flex min-h-8 items-center gap-2 text-sm max-rail:min-h-11">
            <input type="checkbox" name="draft" value={number} defaultChecked={chosen.includes(number)} />
            <span className="min-w-0 break-words">
              {title} <span className="text-quiet">draft {number}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The same drafts over other days, or others beside them. */
export function RunAgain({ slug, backtest }: { slug: string; backtest: SavedBacktest }) {
  const [isOpen, setIsOpen] = useState(false);
  const chosen = backtest.drafts.filter(({ state }) => state !== 'deleted').map(({ number }) => number);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className="with-script button">
        Other days…
      </button>
      {isOpen && (
        <BacktestDialog slug={slug} days={backtest.days} chosen={chosen} close={() => setIsOpen(false)} />
      )}
    </>
  );
}

/** Puts a draft into the editor of its product. */
export function ChangePrice({
  slug,
  draft,
}: {
  slug: string;
  draft: SavedBacktest['drafts'][number] | undefined;
}) {
  const router = useRouter();
  const key = useDraftKey(slug);
  if (!draft || draft.state === 'deleted') return null;
  const number = String(draft.number);
  async function open() {
    const { entry: text, ...found } = await fetchJson('GET /api/operator/products/{slug}/drafts/{number}', {
      params: { slug, number },
    });
    const { after, title, updatedAt } = found;
    storeDraft(key, { text, after, saved: { number: found.number, title, updatedAt }, isSaved: true });
    router.push(`/operator/products/${slug}#definition`);
  }
  return (
    <button type="button" onClick={() => void open()} className="with-script button">
      Change the price
    </button>
  );
}
