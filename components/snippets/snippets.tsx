'use client';

import { useId, useMemo, useState } from 'react';
import type { JsonObject } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { LANGUAGES } from '../../lib/view/snippets/languages.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { TabList, underlinedTab } from '../tab-list.tsx';
import { SnippetCode } from './snippet-code.tsx';
import { useLanguage } from './use-language.ts';

interface Props {
  slug: string;
  origin: string;
  input: JsonObject;
  fields: readonly RequestField[];
  /** The most that the caller wants to pay, where they said so. */
  maximumCredits?: number;
}

/** The call that stands in the form, as code to take away. */
export function Snippets({ slug, origin, input, fields, maximumCredits }: Props) {
  const [language, setLanguage] = useLanguage();
  const [quoteFirst, setQuoteFirst] = useState(false);
  const { name, file, run, write } = LANGUAGES.find(({ id }) => id === language) ?? LANGUAGES[0];
  const text = useMemo(
    () =>
      write({
        slug,
        origin,
        input,
        fields,
        quoteFirst,
        ...(maximumCredits !== undefined && { maximumCredits }),
      }),
    [write, slug, origin, input, fields, quoteFirst, maximumCredits],
  );
  const id = useId();
  const panelId = `${id}-panel`;
  return (
    <div className="min-w-0">
      <TabList
        label="Language"
        tabs={LANGUAGES}
        chosen={language}
        choose={setLanguage}
        idPrefix={id}
        panelId={panelId}
        className="flex min-w-0 gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
        tabClassName={underlinedTab}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <QuoteSwitch checked={quoteFirst} onChange={setQuoteFirst} />
        <CopyButton text={text} />
      </div>
      <div role="tabpanel" id={panelId} aria-labelledby={`${id}-${language}`} className="mt-3 min-w-0">
        <SnippetCode text={text} language={language} name={name} />
        <p className="mt-3 text-sm text-quiet">
          Save it as <code className="font-mono text-ink">{file}</code> and run{' '}
          <code className="font-mono text-ink">{run}</code>. It calls with the API key in{' '}
          <code className="font-mono text-ink">FAREBOX_KEY</code>, and without one as a guest.{' '}
          {quoteFirst
            ? 'The call costs at most what was quoted, or is refused.'
            : 'Send the same idempotency key with a retry, and the call is neither made nor charged twice.'}
        </p>
      </div>
    </div>
  );
}

function QuoteSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="flex cursor-pointer items-center gap-2 py-1 text-sm">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 accent-accent"
      />
      Get a quote first
    </label>
  );
}
