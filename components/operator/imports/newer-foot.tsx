'use client';

import { useState } from 'react';
import type { ImportDetail } from '../../../lib/operator/imports.ts';
import { newsText } from '../../../lib/operator/news-text.ts';
import { countOf } from '../../../lib/text/numbers.ts';
import { useAction } from '../../confirmation/use-action.ts';
import { FormDialog } from '../../shell/confirmation.tsx';
import { ReasonField, reasonOf } from '../parts/change-button.tsx';
import { importKey } from './import-options.ts';

interface Props {
  id: string;
  document: NonNullable<ImportDetail['document']>;
}

/** What is newer, and the button that takes what is chosen of it. */
export function NewerFoot({ id, document: { groups, news } }: Props) {
  const [asks, setAsks] = useState(false);
  const act = useAction({ queryKey: importKey(id) });
  const chosen = groups.reduce((sum, group) => sum + group.chosen, 0);
  const take = `Take ${countOf(chosen, 'operation')}`;
  return (
    <div
      data-bar
      className="no-print sticky bottom-0 z-10 mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-paper py-3"
    >
      <p role="status">
        <strong>{countOf(chosen, 'operation')} chosen</strong>{' '}
        <span className="text-quiet">· {newsText(news)}</span>
      </p>
      <button
        type="button"
        disabled={chosen === 0}
        onClick={() => setAsks(true)}
        className="with-script button button-main max-sm:w-full"
      >
        {take} …
      </button>
      {asks && (
        <FormDialog
          title={`${take}?`}
          action={take}
          submit={(fields) =>
            act('POST /api/operator/imports/{import_id}/products', {
              params: { import_id: id },
              body: { online: fields.get('online') !== null, ...reasonOf(fields) },
            })
          }
          close={() => setAsks(false)}
          about={<About news={news} />}
        >
          {(faults) => (
            <>
              {news.new > 0 && (
                <label className="flex items-center gap-2">
                  <input type="checkbox" name="online" className="size-4 accent-accent" />
                  Put new operations online at once
                </label>
              )}
              <ReasonField
                fault={faults['reason']}
                isOptional
                hint="Shown with the versions, in the audit log, and to callers where a price changes."
              />
            </>
          )}
        </FormDialog>
      )}
    </div>
  );
}

function About({ news: { new: added, changed, removed, breaking } }: Pick<Props['document'], 'news'>) {
  const lines = [
    ...(changed > 0
      ? ['Changed products get a new version at once. Their prices stay, and they stay online or offline.']
      : []),
    ...(removed > 0
      ? ['Products that the document has no more go offline. Their receipts and calls stay.']
      : []),
    ...(added > 0 ? ['New operations become drafts, which nobody sees.'] : []),
  ];
  return (
    <>
      <p>{lines.join(' ')}</p>
      {breaking > 0 && (
        <p className="text-bad">Programs of callers may stop working: their rows say by what.</p>
      )}
    </>
  );
}
