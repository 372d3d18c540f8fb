'use client';

import { useId, useMemo, useState, useSyncExternalStore } from 'react';
import type { JsonObject } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { type CodeToken, codeTokens } from '../../lib/view/snippets/code-tokens.ts';
import { languages, type LanguageId } from '../../lib/view/snippets/languages.ts';
import { CodeBlock } from '../shell/code-block.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { TabList, tabPanel, underlinedTab } from '../tab-list.tsx';
import { withStorage } from '../browser.ts';

interface Props {
  slug: string;
  origin: string;
  input: JsonObject;
  fields: readonly RequestField[];
  /** The price limit of the caller. */
  maximumCredits?: number;
  /** Where the answer is saved if it is bytes. */
  file?: string;
}

/** The current input as code in nine languages. */
export function Snippets({ slug, origin, input, fields, maximumCredits, file: saved }: Props) {
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
        ...(saved !== undefined && { file: saved }),
      }),
    [write, slug, origin, input, fields, quoteFirst, maximumCredits, saved],
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
          <code className="font-mono text-ink">
            {saved === undefined || language === 'curl' ? run : `${run} > ${saved}`}
          </code>
          . It uses the API key in <code className="font-mono text-ink">FAREBOX_KEY</code>, or calls as a
          guest without one.{' '}
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

const storageKey = 'farebox-language';
const changed = 'farebox.language-changed';

/** The language chosen last in this browser, on any page. */
function useLanguage(): [LanguageId, (language: LanguageId) => void] {
  const language = useSyncExternalStore(subscribe, remembered, () => languages[0].id);
  return [language, remember];
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(changed, listener);
  };
}

/** Until the page is closed, for browsers that refuse storage. */
let chosenHere: LanguageId | undefined;

function remembered(): LanguageId {
  const text = withStorage('localStorage', (storage) => storage.getItem(storageKey));
  const stored = languages.find(({ id }) => id === text);
  return stored?.id ?? chosenHere ?? languages[0].id;
}

function remember(language: LanguageId): void {
  chosenHere = language;
  withStorage('localStorage', (storage) => storage.setItem(storageKey, language));
  window.dispatchEvent(new Event(changed));
}

interface SnippetCodeProps {
  text: string;
  language: LanguageId;
  name: string;
}

/** Highlighting a longer text would make typing slow. */
const mostShown = 20_000;

const colours: Record<CodeToken['kind'], string | undefined> = {
  plain: undefined,
  string: 'text-good',
  comment: 'text-quiet',
  keyword: 'text-accent',
};

/** Highlighted code. It scrolls by itself, by keyboard, too, and never widens the page. */
function SnippetCode({ text, language, name }: SnippetCodeProps) {
  const shown = text.slice(0, mostShown);
  const tokens = useMemo(() => codeTokens(shown.trimEnd(), language), [shown, language]);
  const hidden = text.length - shown.length;
  return (
    <>
      <CodeBlock text={shown} label={`The call in ${name}`} copies={false}>
        <code>
          {tokens.map((token, index) => (
            <span key={index} className={colours[token.kind]}>
              {token.text}
            </span>
          ))}
        </code>
      </CodeBlock>
      {hidden > 0 && (
        <p className="mt-2 text-sm text-quiet tabular-nums">
          Without {countOf(hidden, 'character')} at the end. The copy has all of them.
        </p>
      )}
    </>
  );
}
