'use client';

import { useId, useMemo, useState } from 'react';
import type { JsonObject } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { languages } from '../../lib/view/snippets/languages.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { TabList, tabPanel, underlinedTab } from '../tab-list.tsx';
import { SnippetCode } from './snippet-code.tsx';
import { useLanguage } from './use-language.ts';

interface Props {
  slug: string;
  origin: string;
  input: JsonObject;
  fields: readonly RequestField[];
  /** The price limit of the caller. */
  maximumCredits?: number;
}

/** The current input as code in nine languages. */
export function Snippets({ slug, origin, input, fields, maximumCredits }: Props) {
  const [language, setLanguage] = useLanguage();
  const [quoteFirst, setQuoteFirst] = useState(false);
  const { name, file, run, write } = languages.find(({ id }) => id === language) ?? languages[0];
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
  return (
    <div className="min-w-0">
      <TabList
        id={id}
        label="Language"
        tabs={languages}
        chosen={language}
        choose={setLanguage}
        className="flex min-w-0 gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
        tabClassName={underlinedTab}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <QuoteSwitch checked={quoteFirst} onChange={setQuoteFirst} />
        <CopyButton text={text} />
      </div>
      <div {...tabPanel(id, language)} className="mt-3 min-w-0">
        <SnippetCode text={text} language={language} name={name} />
        <p className="mt-3 text-sm text-quiet">
          Save it as <code className="font-mono text-ink">{file}</code> and run{' '}
          <code className="font-mono text-ink">{run}</code>. It uses the API key in{' '}
          <code className="font-mono text-ink">FAREBOX_KEY</code>, or calls as a guest without one.{' '}
          {quoteFirst
            ? 'The call costs no more than the quote, or is refused.'
            : 'A retry with the same idempotency key is not made or charged again.'}
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
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says whether it is on
        role="switch"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 accent-accent"
      />
      Get a quote first
    </label>
  );
}
