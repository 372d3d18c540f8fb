'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { CheckedEntry, OperatorProduct } from '../../../lib/operator/products.ts';
import { costText } from '../../../lib/price/cost-text.ts';
import { textDifference } from '../../../lib/text/line-diff.ts';
import { countOf } from '../../../lib/text/numbers.ts';
import { fetching } from '../../fetch-json.ts';
import { ProblemError } from '../../problem-error.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';
import type { CodeEditorHandle } from '../../code-editor.tsx';
import { Overtaken } from '../parts/overtaken.tsx';
import { Changes } from './changes.tsx';
import { DraftActs } from './draft-acts.tsx';
import { ProductDrafts } from './product-drafts.tsx';
import { EditingWays, type Way } from './editing-ways.tsx';
import { type Draft, storeDraft, useDraftKey, useStoredDraft } from './draft.ts';

/** While somebody types, nothing is asked. */
const idleMs = 600;

/** The entry of a product in an editor, with its faults as one types, and what publishing it would change. */
export function EditProduct({ product }: { product: OperatorProduct }) {
  const { slug, entry, release } = product;
  const key = useDraftKey(slug);
  const [stored, setDraft] = useStoredDraft(key);
  const draft = stored ?? { text: entry, after: release };
  const isChanged = draft.text !== entry;
  const [isPublishing, setIsPublishing] = useState(false);
  const [discarded, setDiscarded] = useState(0);
  const [way, setWay] = useState<Way>('form');
  const editor = useRef<CodeEditorHandle>(null);
  const { checked, error } = useChecked(slug, draft.text, isChanged);
  const mistakes = checked?.mistakes ?? [];
  /** Another text begins the form anew. */
  const goOn = (next: Draft) => {
    setDraft(next);
    if (next.text !== draft.text) setDiscarded(discarded + 1);
  };
  const isOvertaken = isChanged && draft.after < release;
  return (
    <div className="grid grid-cols-1 gap-3">
      {isOvertaken && (
        <Overtaken {...publishedOf(product)} buildOn={() => setDraft({ ...draft, after: release })} />
      )}
      <EditingWays
        {...{ way, setWay, editor, mistakes, slug }}
        published={entry}
        // Discarding, and a version that was published meanwhile, begin the form anew.
        formKey={`${discarded} ${entry}`}
        label={`Definition of ${product.name}`}
        text={draft.text}
        onChange={(text) => setDraft(text === entry ? undefined : { ...draft, text, isSaved: false })}
      />
      <div role="status" className="min-h-6 text-sm">
        {isChanged && (
          <Outlook
            checked={checked}
            error={error}
            goTo={(line, column) => {
              setWay('yaml');
              editor.current?.goTo(line, column);
            }}
          />
        )}
      </div>
      <Acts
        {...{ slug, draft, isChanged }}
        setDraft={goOn}
        isPublishable={isChanged && checked !== undefined && mistakes.length === 0}
        isOvertaken={isOvertaken}
        discard={() => {
          setDraft(undefined);
          setDiscarded(discarded + 1);
        }}
        publish={() => setIsPublishing(true)}
      />
      {isPublishing && checked && (
        <PublishDialog
          {...{ product, draft, checked }}
          done={() => setDraft(undefined)}
          close={() => setIsPublishing(false)}
        />
      )}
      <ProductDrafts {...{ slug, release }} edits={{ draft, isChanged, setDraft: goOn }} />
    </div>
  );
}

interface ActsProps extends ComponentProps<typeof DraftActs> {
  isOvertaken: boolean;
  discard: () => void;
  publish: () => void;
}

function Acts({ isOvertaken, discard, publish, ...acts }: ActsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <button
        type="button"
        disabled={!acts.isChanged}
        onClick={discard}
        className={`with-script ${quietButton}`}
      >
        Discard changes
      </button>
      <DraftActs {...acts} />
      <button
        type="button"
        disabled={!acts.isPublishable || isOvertaken}
        onClick={publish}
        className="with-script rounded-md bg-accent px-4 py-2 font-medium text-accent-ink disabled:opacity-60"
      >
        Publish …
      </button>
    </div>
  );
}

/** What was published of it last. */
function publishedOf({ slug, release }: OperatorProduct) {
  return {
    ...{ version: release, was: 'published' as const },
    href: `/operator/products/${slug}?release=${release}`,
  };
}

/** The faults, or what would change. */
function Outlook({
  checked,
  error,
  goTo,
}: {
  checked: CheckedEntry | undefined;
  error: Error | null;
  goTo: (line: number, column: number) => void;
}) {
  if (error && !checked) return <p className="text-bad">{error.message}</p>;
  if (!checked) return <p className="text-quiet">Checking…</p>;
  const { mistakes } = checked;
  if (mistakes.length > 0)
    return (
      <>
        <p className="text-bad">{countOf(mistakes.length, 'fault')}: it cannot be published like this.</p>
        <ul className="mt-1 grid gap-1">
          {mistakes.map(({ line, column, expected }) => (
            <li key={`${line} ${column} ${expected}`} className="break-words">
              <button
                type="button"
                onClick={() => goTo(line, column)}
                className="mr-2 text-accent underline underline-offset-4"
              >
                Line {line}
              </button>
              {expected}
            </li>
          ))}
        </ul>
      </>
    );
  return <WhatChanges checked={checked} />;
}

function WhatChanges({ checked: { changed, breaking, price, notes } }: { checked: CheckedEntry }) {
  const range = ({ from, to }: { from: number; to: number }) =>
    from === to ? countOf(from, 'credit') : `${from} to ${countOf(to, 'credit')}`;
  return (
    <ul className="grid gap-1">
      <li>{changed.length === 0 ? 'Nothing would change.' : `Changes ${changed.join(', ')}.`}</li>
      {price && (
        <li>
          {range(price.before) === range(price.after) ? (
            `A call still costs ${range(price.after)}, by other lines.`
          ) : (
            <>
              A call costs <span className="text-quiet">{range(price.before)}</span> →{' '}
              <strong>{range(price.after)}</strong>.
            </>
          )}{' '}
          {costText(price.mayCostMore)}
        </li>
      )}
      {breaking.map((one) => (
        <li key={one} className="text-bad">
          Breaks callers: {one}
        </li>
      ))}
      {notes.map((note) => (
        <li key={note} className="text-quiet">
          {note}
        </li>
      ))}
    </ul>
  );
}

interface DialogProps {
  product: OperatorProduct;
  draft: Draft;
  checked: CheckedEntry;
  done: () => void;
  close: () => void;
}

/** Shows once more what changes, for everybody who calls it from then on. */
function PublishDialog({ product: { slug, name, entry }, draft, checked, done, close }: DialogProps) {
  const { change } = useChange();
  const router = useRouter();
  async function publish(fields: FormData) {
    const body = { entry: draft.text, after: draft.after, ...reasonOf(fields) };
    await change('POST /api/operator/products/{slug}/releases', { params: { slug }, body }).catch(
      (error: unknown) => {
        // The page then says who was first.
        if (error instanceof ProblemError && error.problem.code === 'changed-meanwhile') router.refresh();
        throw error;
      },
    );
    done();
    close();
  }
  return (
    <FormDialog
      title={`Publish ${name}?`}
      action="Publish"
      submit={publish}
      close={close}
      about={
        <>
          <p>Calls from then on have this operation and price. Quotes that were given hold.</p>
          <WhatChanges checked={checked} />
          <details>
            <summary className="cursor-pointer text-sm text-quiet">Line by line</summary>
            <Changes hunks={textDifference(entry, draft.text)} />
          </details>
        </>
      }
    >
      {(faults) => (
        <>
          <ReasonField
            fault={faults['reason']}
            isOptional
            hint="Shown with the version, in the audit log, and to callers if the price changes."
          />
          {faults['entry'] !== undefined && (
            <p role="alert" className="text-sm text-bad">
              {faults['entry']}
            </p>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** What publishing a text would change, once it has not changed for a moment. */
function useChecked(slug: string, text: string, isChanged: boolean) {
  const settled = useSettled(text);
  const isAsked = isChanged && settled === text;
  const { data, error } = useQuery({
    queryKey: ['operator', 'check-entry', slug, settled],
    queryFn: fetching('POST /api/operator/products/{slug}/check', {
      params: { slug },
      body: { entry: settled },
    }),
    enabled: isAsked,
    staleTime: 60_000,
  });
  return { checked: isAsked ? data : undefined, error };
}

/** A text that has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), idleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Puts an earlier entry into the editor, which shows what publishing it would change. */
export function BringBack({
  product: { slug, release },
  entry,
}: {
  product: OperatorProduct;
  entry: string;
}) {
  const router = useRouter();
  const key = useDraftKey(slug);
  return (
    <button
      type="button"
      onClick={() => {
        storeDraft(key, { text: entry, after: release });
        router.push(`/operator/products/${slug}#definition`);
      }}
      className={`with-script ${quietButton}`}
    >
      Bring back …
    </button>
  );
}
