'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { momentText } from '../../../lib/text/times.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { quietButton } from '../../shell/buttons.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { useToast } from '../../shell/toast.tsx';
import { BacktestDialog } from '../backtests/backtest-acts.tsx';
import { useChange } from '../parts/change-button.tsx';
import type { Draft } from './draft.ts';

export type SetDraft = (draft: Draft) => void;

/** Saves what is in the editor: as a new draft, or over the one that it goes on with. */
function useSaveDraft(slug: string, draft: Draft, setDraft: SetDraft) {
  const { change } = useChange();
  const client = useQueryClient();
  return async (title: string, isNew: boolean): Promise<number> => {
    const { text: entry, after } = draft;
    const { saved } = draft;
    const body = { title, entry, after };
    const { number, updatedAt } =
      saved && !isNew
        ? await change('POST /api/operator/products/{slug}/drafts/{number}', {
            params: { slug, number: String(saved.number) },
            body: { ...body, known: saved.updatedAt },
          })
        : await change('POST /api/operator/products/{slug}/drafts', { params: { slug }, body });
    setDraft({ ...draft, saved: { number, title, updatedAt }, isSaved: true });
    await client.invalidateQueries({ queryKey: ['operator', 'drafts', slug] });
    return number;
  };
}

interface ActsProps {
  slug: string;
  draft: Draft;
  setDraft: SetDraft;
  isChanged: boolean;
  /** Whether it could be published: a backtest needs a price. */
  isPublishable: boolean;
}

const usualTitle = () => `Price of ${momentText(new Date().toISOString())}`;

/** What can be done with what is in the editor beside publishing it. */
export function DraftActs({ slug, draft, setDraft, isChanged, isPublishable }: ActsProps) {
  const [open, setOpen] = useState<'save' | 'backtest'>();
  const save = useSaveDraft(slug, draft, setDraft);
  const close = () => setOpen(undefined);
  const { saved, isSaved = false } = draft;
  return (
    <>
      <button
        type="button"
        disabled={!isChanged}
        onClick={() => setOpen('save')}
        className={`with-script ${quietButton}`}
      >
        Save as draft…
      </button>
      <button
        type="button"
        disabled={!isChanged || !isPublishable}
        onClick={() => setOpen('backtest')}
        className={`with-script ${quietButton}`}
      >
        Backtest…
      </button>
      {open === 'save' && <SaveDialog {...{ saved, save, close }} />}
      {open === 'backtest' && (
        <BacktestDialog
          slug={slug}
          days={30}
          close={close}
          {...(saved && isSaved
            ? { chosen: [saved.number] }
            : {
                chosen: [],
                save: () => save(saved?.title ?? usualTitle(), saved === undefined),
                saved: saved
                  ? `“${saved.title}” is saved before.`
                  : 'What is in the editor is saved as a draft before.',
              })}
        />
      )}
    </>
  );
}

interface SaveProps {
  saved: Draft['saved'];
  save: ReturnType<typeof useSaveDraft>;
  close: () => void;
}

function SaveDialog({ saved, save, close }: SaveProps) {
  const toast = useToast();
  return (
    <FormDialog
      title="Save as draft"
      action="Save"
      close={close}
      about={<p>Operators see it in the list of drafts and can go on with it. Callers do not.</p>}
      submit={async (fields) => {
        const title = textOf(fields, 'title').trim();
        await save(title, textOf(fields, 'as') !== 'same');
        close();
        toast(`“${title}” was saved.`);
      }}
    >
      {(faults) => (
        <>
          <TextField
            label="Title"
            name="title"
            maxLength={100}
            defaultValue={saved?.title ?? ''}
            autoFocus
            fault={faults['title']}
          />
          {saved && (
            <fieldset className="grid gap-1 text-sm">
              <legend className="sr-only">As which draft</legend>
              <Choice value="same" isChosen>
                Over draft {saved.number}
              </Choice>
              <Choice value="new">As another draft</Choice>
            </fieldset>
          )}
        </>
      )}
    </FormDialog>
  );
}

interface ChoiceProps {
  value: string;
  isChosen?: boolean;
  children: ReactNode;
}

function Choice({ value, isChosen = false, children }: ChoiceProps) {
  return (
    <label className="flex min-h-8 items-center gap-2">
      <input type="radio" name="as" value={value} defaultChecked={isChosen} />
      {children}
    </label>
  );
}
