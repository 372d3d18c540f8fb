'use client';

import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import type { OperatorPage } from '../../../lib/operator/pages.ts';
import { textDifference } from '../../../lib/text/line-diff.ts';
import { markdownProblem } from '../../../lib/text/markdown-text.ts';
import { countOf } from '../../../lib/text/numbers.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { quietButton } from '../../shell/buttons.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';
import { MarkdownField } from '../parts/markdown-field.tsx';
import { Overtaken } from '../parts/overtaken.tsx';
import { Changes } from '../products/changes.tsx';
import { type Draft, storeDraft, useDraftKey, useStoredDraft } from '../products/draft.ts';

type Edited = Pick<OperatorPage, 'slug' | 'title' | 'text' | 'version' | 'inFooter' | 'termsOf'>;

/** No product has such a slug. */
const draftOf = (slug: string) => `page/${slug}`;

/** The text of a page with its preview. Without a page, of a new one. */
export function EditPage({ page }: { page?: Edited }) {
  const key = useDraftKey(draftOf(page?.slug ?? 'new'));
  const [stored, setDraft] = useStoredDraft(key);
  const { text, version } = page ?? { text: '', version: 0 };
  const draft = stored ?? { text, after: version };
  const isChanged = draft.text !== text;
  const isOvertaken = isChanged && draft.after < version;
  const problem = useMemo(() => markdownProblem(draft.text), [draft.text]);
  const [isSaving, setIsSaving] = useState(false);
  return (
    <div className="mt-3 grid grid-cols-1 gap-3">
      {page && isOvertaken && (
        <Overtaken
          version={version}
          was="saved"
          href={`/operator/pages/${page.slug}?version=${version}`}
          buildOn={() => setDraft({ ...draft, after: version })}
        />
      )}
      <div className="grid gap-5 rounded-lg border border-line bg-card p-4 sm:p-5">
        <MarkdownField
          label="Text"
          of="the page"
          value={draft.text}
          fault={problem && `Line ${problem.line}: ${problem.expected}`}
          rows={18}
          isOwn
          onChange={(typed) => setDraft(typed === text ? undefined : { text: typed, after: draft.after })}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <button
          type="button"
          disabled={!isChanged}
          onClick={() => setDraft(undefined)}
          className="with-script button"
        >
          Discard changes
        </button>
        <button
          type="button"
          disabled={problem !== undefined || isOvertaken || draft.text.trim() === ''}
          onClick={() => setIsSaving(true)}
          className="with-script button button-main"
        >
          {page ? 'Save…' : 'Publish…'}
        </button>
      </div>
      {isSaving && (
        <SaveDialog {...{ page, draft }} done={() => setDraft(undefined)} close={() => setIsSaving(false)} />
      )}
    </div>
  );
}

interface DialogProps {
  page: Edited | undefined;
  draft: Draft;
  done: () => void;
  close: () => void;
}

function SaveDialog({ page, draft, done, close }: DialogProps) {
  const { change } = useChange();
  const router = useRouter();
  async function save(fields: FormData) {
    const given = {
      title: textOf(fields, 'title').trim(),
      text: draft.text,
      inFooter: fields.get('inFooter') !== null,
      ...reasonOf(fields),
    };
    if (page) {
      const asksAgain = page.termsOf.length === 0 || fields.get('asksAgain') !== null;
      const body = { ...given, asksAgain, after: draft.after };
      await change('POST /api/operator/pages/{slug}/versions', { params: { slug: page.slug }, body });
    } else {
      const body = { ...given, slug: textOf(fields, 'slug').trim() };
      const { slug } = await change('POST /api/operator/pages', { body });
      router.push(`/operator/pages/${slug}`);
    }
    done();
    close();
  }
  return (
    <FormDialog
      title={page ? `Save ${page.title}?` : 'Publish a new page'}
      action={page ? 'Save' : 'Publish'}
      submit={save}
      close={close}
      about={
        <>
          <p className="text-sm text-quiet">
            Everybody reads it at once.{' '}
            {page ? `What it says now is kept as version ${page.version}.` : 'Each version of it is kept.'}
          </p>
          {page && draft.text !== page.text && (
            <details>
              <summary className="cursor-pointer text-sm text-quiet">Line by line</summary>
              <Changes hunks={textDifference(page.text, draft.text)} />
            </details>
          )}
        </>
      }
    >
      {(faults) => <PageFields page={page} faults={faults} />}
    </FormDialog>
  );
}

interface FieldsProps {
  page: Edited | undefined;
  faults: Record<string, string>;
}

function PageFields({ page, faults }: FieldsProps) {
  return (
    <>
      <TextField
        label="Title"
        name="title"
        maxLength={100}
        defaultValue={page?.title}
        hint="Its heading, and what links to it are called."
        fault={faults['title']}
      />
      {!page && (
        <TextField
          label="Address"
          name="slug"
          maxLength={64}
          autoCapitalize="none"
          hint="/pages/ADDRESS: lower-case letters, digits and hyphens. It stays as it is."
          fault={faults['slug']}
        />
      )}
      <Tick
        name="inFooter"
        isOn={page?.inFooter ?? true}
        title="Show in the footer"
        about="Every page of the portal links to it."
      />
      {page && page.termsOf.length > 0 && (
        <Tick
          name="asksAgain"
          isOn
          title="Ask accounts to accept it again"
          about={`It is the terms of ${countOf(page.termsOf.length, 'product')}. Calls are refused until an owner or admin has accepted the new version.`}
        />
      )}
      <ReasonField fault={faults['reason']} isOptional hint="Shown with the version, and in the audit log." />
      {[faults['inFooter'], faults['text']].map(
        (fault) =>
          fault !== undefined && (
            <p key={fault} role="alert" className="text-sm text-bad">
              {fault}
            </p>
          ),
      )}
    </>
  );
}

interface TickProps {
  name: string;
  isOn: boolean;
  title: string;
  about: string;
}

function Tick({ name, isOn, title, about }: TickProps) {
  return (
    <label className="flex gap-3">
      <input type="checkbox" name={name} defaultChecked={isOn} className="mt-1" />
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-quiet">{about}</span>
      </span>
    </label>
  );
}

/** Puts what a page said into the editor, over what it says now. */
export function BringBackText({ page, text }: { page: Pick<Edited, 'slug' | 'version'>; text: string }) {
  const router = useRouter();
  const key = useDraftKey(draftOf(page.slug));
  return (
    <button
      type="button"
      onClick={() => {
        storeDraft(key, { text, after: page.version });
        router.push(`/operator/pages/${page.slug}#text`);
      }}
      className={`with-script ${quietButton}`}
    >
      Bring back…
    </button>
  );
}
