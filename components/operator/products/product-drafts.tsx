'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { BacktestList } from '../../../lib/operator/backtest.ts';
import { backtestTitle, daysText } from '../../../lib/operator/backtest-words.ts';
import type { ProductDraftList } from '../../../lib/operator/drafts.ts';
import { countOf } from '../../../lib/text/numbers.ts';
import { fetching, fetchJson } from '../../fetch-json.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { useDrafts } from '../backtests/backtest-acts.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { State } from '../parts/page-head.tsx';
import { cell, rowLink, Rows, wide, wideCell } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';
import type { Draft } from './draft.ts';
import type { SetDraft } from './draft-acts.tsx';

interface Edits {
  draft: Draft;
  isChanged: boolean;
  setDraft: SetDraft;
}

interface Props {
  slug: string;
  /** The number of the last release. */
  release: number;
  /** Of who may change them. */
  edits?: Edits | undefined;
}

type Listed = BacktestList['list'];

/** The drafts of a product, from which one goes on, and what was found out about them. */
export function ProductDrafts({ slug, release, edits }: Props) {
  const { data: drafts } = useDrafts(slug);
  const { data: backtests } = useQuery({
    queryKey: ['operator', 'backtests', slug],
    queryFn: fetching('GET /api/operator/products/{slug}/backtests', {
      params: { slug },
      query: { pageSize: '20' },
    }),
  });
  const done = backtests?.list ?? [];
  return (
    <>
      {drafts && drafts.list.length > 0 && (
        <section aria-labelledby="drafts" className="mt-6">
          <h3 id="drafts" className="font-semibold">
            Drafts
          </h3>
          <Rows
            caption="Drafts"
            columns={[
              { title: 'Draft' },
              { title: 'By', className: `${wide} w-40` },
              { title: 'Saved', className: `${wide} w-32` },
              { title: 'Backtest', className: `${wide} w-24` },
              ...(edits ? [{ title: 'Actions', className: 'w-44 max-rail:w-24', isHidden: true }] : []),
            ]}
          >
            {drafts.list.map((draft) => (
              <DraftRow key={draft.number} {...{ slug, release, draft, edits }} backtests={done} />
            ))}
          </Rows>
        </section>
      )}
      {done.length > 0 && <Backtests slug={slug} backtests={done} />}
    </>
  );
}

interface RowProps extends Props {
  draft: ProductDraftList['list'][number];
  backtests: Listed;
}

function DraftRow({ slug, release, draft, backtests, edits }: RowProps) {
  const client = useQueryClient();
  const { number, title, after } = draft;
  const its = backtests.find(({ drafts }) => drafts.some((one) => one.number === number));
  return (
    <tr>
      <td className={cell}>
        <span className="font-medium break-words">{title}</span>{' '}
        <span className="text-quiet">draft {number}</span>
        {after < release && (
          <span className="block text-warn">
            Made from version {after}: {countOf(release - after, 'version')} followed.
          </span>
        )}
        {edits?.draft.saved?.number === number && edits.isChanged && (
          <span className="block text-quiet">In the editor now</span>
        )}
      </td>
      <td className={wideCell}>{draft.by.name ?? 'an API key'}</td>
      <td className={wideCell}>
        <When at={draft.updatedAt} hasTime />
      </td>
      <td className={wideCell}>
        {its && (
          <Link
            href={`/operator/products/${slug}/backtests/${its.number}`}
            prefetch={false}
            className={rowLink}
          >
            {daysText(its.days)}
            <span className="sr-only"> of {title}</span>
          </Link>
        )}
      </td>
      {edits && (
        <td className={`${cell} text-right`}>
          <span className="inline-flex flex-wrap justify-end gap-2">
            <GoOn slug={slug} number={number} edits={edits} />
            <DangerButton
              action="Delete"
              about={title}
              title={`Delete “${title}”?`}
              route="POST /api/operator/products/{slug}/drafts/{number}/deletion"
              params={{ slug, number: String(number) }}
              onDone={() => void client.invalidateQueries({ queryKey: ['operator', 'drafts', slug] })}
              isReasonOptional
            >
              <p>Its text is gone for all operators. Backtests of it stay.</p>
            </DangerButton>
          </span>
        </td>
      )}
    </tr>
  );
}

function Backtests({ slug, backtests }: { slug: string; backtests: Listed }) {
  return (
    <section aria-labelledby="backtests" className="mt-6">
      <h3 id="backtests" className="font-semibold">
        Backtests
      </h3>
      <Rows
        caption="Backtests, newest first"
        columns={[
          { title: 'Backtest' },
          { title: 'Calls of', className: 'w-24' },
          { title: 'State', className: `${wide} w-28` },
          { title: 'By', className: `${wide} w-40` },
          { title: 'When (UTC)', className: `${wide} w-32` },
        ]}
      >
        {backtests.map((one) => (
          <tr key={one.number}>
            <td className={cell}>
              <Link
                href={`/operator/products/${slug}/backtests/${one.number}`}
                prefetch={false}
                className={`${rowLink} break-words`}
              >
                {backtestTitle(one)}
              </Link>
            </td>
            <td className={cell}>{daysText(one.days)}</td>
            <td className={wideCell}>
              <State tone={tones[one.state]}>{one.state}</State>
            </td>
            <td className={wideCell}>{one.by.name ?? 'an API key'}</td>
            <td className={wideCell}>
              <When at={one.createdAt} hasTime />
            </td>
          </tr>
        ))}
      </Rows>
    </section>
  );
}

const tones = { waiting: 'quiet', running: 'warn', done: 'good', stopped: 'quiet', failed: 'bad' } as const;

interface GoOnProps {
  slug: string;
  number: number;
  edits: Edits;
}

/** Puts a draft into the editor. What is in it and saved nowhere is asked for first. */
function GoOn({ slug, number, edits: { draft, isChanged, setDraft } }: GoOnProps) {
  const [isAsking, setIsAsking] = useState(false);
  const open = async () => {
    const found = await fetchJson('GET /api/operator/products/{slug}/drafts/{number}', {
      params: { slug, number: String(number) },
    });
    const { title, updatedAt, entry: text, after } = found;
    setDraft({ text, after, saved: { number, title, updatedAt }, isSaved: true });
  };
  return (
    <>
      <button
        type="button"
        onClick={() => (isChanged && !draft.isSaved ? setIsAsking(true) : void open())}
        className={`with-script ${quietButton}`}
      >
        Go on<span className="sr-only"> with draft {number}</span>
      </button>
      {isAsking && (
        <FormDialog
          title={`Go on with draft ${number}?`}
          action="Go on"
          close={() => setIsAsking(false)}
          about={<p>What is in the editor is saved nowhere and would be lost.</p>}
          submit={async () => {
            await open();
            setIsAsking(false);
          }}
        >
          {() => null}
        </FormDialog>
      )}
    </>
  );
}
