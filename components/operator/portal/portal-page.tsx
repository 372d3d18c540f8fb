'use client';

import { useState } from 'react';
import type { Face } from '../../../lib/face/face.ts';
import { ProblemError } from '../../problem-error.ts';
import { FormDialog } from '../../shell/confirmation.tsx';
import { useToast } from '../../shell/toast.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { bodyOf, changesOf, draftOf, type FaceChange, type FaceDraft } from './face-draft.ts';
import { FaceFields } from './face-fields.tsx';
import { FacePreview } from './face-preview.tsx';

/** What the portal shows of itself: its fields, and beside them how it would look in both themes. */
export function PortalPage({ face }: { face: Face }) {
  // Another version, published here or by somebody else, begins a draft anew.
  return <FaceEditor key={face.version} face={face} />;
}

function FaceEditor({ face }: { face: Face }) {
  const [draft, setDraft] = useState(() => draftOf(face));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isPublishing, setIsPublishing] = useState(false);
  const changes = changesOf(face, draft);
  const set = (changed: Partial<FaceDraft>) => {
    setDraft({ ...draft, ...changed });
    const mended = Object.keys(changed);
    setFaults(Object.fromEntries(Object.entries(faults).filter(([name]) => !mended.includes(fieldOf(name)))));
  };
  return (
    <>
      <PageHead
        title="Portal"
        sub="What everybody sees of it: on pages, in emails, on badges, and what agents read. It is stored with the data."
      >
        {changes.length > 0 && (
          <button
            type="button"
            onClick={() => {
              setDraft(draftOf(face));
              setFaults({});
            }}
            className="with-script button button-ghost"
          >
            Discard
          </button>
        )}
        <button
          type="button"
          disabled={changes.length === 0}
          onClick={() => setIsPublishing(true)}
          className="with-script button button-main"
        >
          {changes.length === 0
            ? 'Publish…'
            : `Publish ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}…`}
        </button>
      </PageHead>
      <div className="mt-5 grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <FaceFields face={face} draft={draft} faults={faults} set={set} />
        <FacePreview face={face} draft={draft} />
      </div>
      {isPublishing && (
        <PublishDialog
          face={face}
          draft={draft}
          changes={changes}
          close={() => setIsPublishing(false)}
          setFaults={setFaults}
        />
      )}
    </>
  );
}

/** The field of the draft that a place in the body belongs to. */
function fieldOf(place: string): string {
  const [field = '', part] = place.split('/');
  return field === 'announcement' && part === 'link' ? 'announcementLink' : field;
}

interface DialogProps {
  face: Face;
  draft: FaceDraft;
  changes: FaceChange[];
  close: () => void;
  setFaults: (faults: Record<string, string>) => void;
}

/** What would change, before and after. What is wrong is shown at its field. */
function PublishDialog({ face, draft, changes, close, setFaults }: DialogProps) {
  const { change } = useChange();
  const toast = useToast();
  async function submit(fields: FormData) {
    try {
      const { notes } = await change('POST /api/operator/portal', {
        body: { ...bodyOf(face, draft), ...reasonOf(fields) },
      });
      toast(['The portal was changed for everybody.', ...notes].join(' '));
      close();
    } catch (error) {
      const faults = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
      if (faults.length === 0) throw error;
      setFaults(Object.fromEntries(faults.map(({ pointer = '', detail }) => [pointer.slice(1), detail])));
      close();
    }
  }
  return (
    <FormDialog
      title="Publish what the portal shows of itself"
      action={`Publish ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`}
      submit={submit}
      close={close}
      about={
        <dl className="divide-y divide-rule border-y border-rule text-sm">
          {changes.map(({ what, from, to }) => (
            <div key={what} className="py-2">
              <dt className="text-dense text-quiet">{what}</dt>
              <dd className="break-words">
                <span className="text-quiet">{from}</span>
                <span aria-hidden> → </span>
                <span className="sr-only"> becomes </span>
                <strong className="font-semibold">{to}</strong>
              </dd>
            </div>
          ))}
        </dl>
      }
    >
      {(given) => <ReasonField fault={given['reason']} isOptional />}
    </FormDialog>
  );
}
