'use client';

import type { RefObject } from 'react';
import type { CheckedEntry } from '../../../lib/operator/products.ts';
import type { CodeEditorHandle } from '../../code-editor.tsx';
import { LazyBoundary, lazyPart } from '../../lazy-boundary.tsx';
import { TabList, tabPanel } from '../../tab-list.tsx';

const Form = lazyPart(() => import('./entry-form.tsx').then(({ EntryForm }) => EntryForm));
const Price = lazyPart(() =>
  import('../price-editor/price-editor.tsx').then(({ PriceEditor }) => PriceEditor),
);
const Editor = lazyPart(() => import('./yaml-editor.tsx').then(({ YamlEditor }) => YamlEditor));

const ways = [
  { id: 'form', name: 'Form' },
  { id: 'price', name: 'Price' },
  { id: 'yaml', name: 'YAML' },
] as const;

export type Way = (typeof ways)[number]['id'];

interface Props {
  way: Way;
  setWay: (way: Way) => void;
  editor: RefObject<CodeEditorHandle | null>;
  formKey: string;
  label: string;
  slug: string;
  text: string;
  /** The entry that is published. */
  published: string;
  mistakes: CheckedEntry['mistakes'];
  onChange: (text: string) => void;
}

/** Several ways to edit one text. */
export function EditingWays({ way, setWay, editor, formKey, label, slug, published, ...entry }: Props) {
  const { text, mistakes, onChange } = entry;
  return (
    <>
      <TabList
        id="edit"
        label="How to edit it"
        tabs={ways}
        chosen={way}
        choose={setWay}
        className="flex w-fit rounded-md border border-line bg-sunk p-0.5"
        tabClassName="min-h-8 rounded px-4 text-sm text-quiet aria-selected:bg-card aria-selected:font-medium aria-selected:text-ink max-sm:min-h-11"
      />
      <div {...tabPanel('edit', way)} className="min-w-0">
        <LazyBoundary what="the editor" waiting={<p className="min-h-80 text-quiet">Loading the editor…</p>}>
          {way === 'form' ? (
            <Form key={formKey} text={text} mistakes={mistakes} onChange={onChange} />
          ) : way === 'price' ? (
            <Price {...{ slug, published, text, mistakes, onChange }} showYaml={() => setWay('yaml')} />
          ) : (
            <Editor
              ref={editor}
              label={label}
              text={text}
              faulty={mistakes.map(({ line }) => line)}
              onChange={onChange}
            />
          )}
        </LazyBoundary>
      </div>
    </>
  );
}
