'use client';

import { useCallback, useId, useState } from 'react';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { QuoteFault } from '../../../lib/product/quote-result.ts';
import { InputForm } from '../../form/input-form.tsx';
import { MostBytes } from '../../form/controls/file-control.tsx';
import { LazyBoundary, lazyPart } from '../../lazy-boundary.tsx';
import { messageOf } from '../../problem-error.ts';
import { TabList, tabPanel } from '../../tab-list.tsx';
import { loadInputParts } from '../queries.ts';
import { usePlayground } from '../playground-provider.tsx';
import { operationOf } from './inputs.ts';

const JsonTab = lazyPart(async () => (await import('./json-tab.tsx')).JsonTab);
const CurlTab = lazyPart(async () => (await import('./curl-tab.tsx')).CurlTab);

const views = [
  { view: 'form', name: 'Form' },
  { view: 'json', name: 'JSON' },
  { view: 'curl', name: 'cURL' },
] as const;

type View = (typeof views)[number]['view'];

interface Props {
  adds: Record<string, { adds: number | null; affectsPrice: boolean }>;
  faults: QuoteFault[];
  /** Whether the faults belong to the current input. */
  isCurrent: boolean;
  /** Whether the person tried to call with this input. */
  isTried: boolean;
}

/** The input as a form, JSON or a cURL command. */
export function InputPanel(props: Props) {
  const { faults } = props;
  const [view, setView] = useState<View>('form');
  const id = useId();
  const { link, form } = usePlayground();
  const operation = operationOf(form);
  return (
    <section aria-label="Input">
      {link.fault !== null && (
        <p role="alert" className="mb-4 rounded-md border border-warn p-3 text-sm">
          {link.fault}
        </p>
      )}
      {operation && (
        <p className="mb-3 font-mono text-sm break-all text-quiet">
          <span className={`font-semibold ${operation.method === 'DELETE' ? 'text-bad' : 'text-accent'}`}>
            {operation.method}
          </span>{' '}
          {operation.path}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ViewTabs id={id} view={view} setView={setView} />
        <InputTools />
      </div>
      <div {...tabPanel(id, view)} className="mt-4">
        <div hidden={view !== 'form'}>
          <FormTab {...props} isOpen={view === 'form'} />
        </div>
        {view !== 'form' && (
          <LazyBoundary key={view} what="The editor" waiting={<EditorOpening />}>
            {view === 'json' ? <JsonTab faults={faults} /> : <CurlTab />}
          </LazyBoundary>
        )}
      </div>
    </section>
  );
}

function ViewTabs({ id, view, setView }: { id: string; view: View; setView: (view: View) => void }) {
  const { drafts } = usePlayground();
  const tabs = views.map((one) => ({
    id: one.view,
    name: (
      <>
        {one.name}
        {one.view !== 'form' && drafts[one.view]?.fault && (
          <span className="text-bad" title="Syntax error">
            {' '}
            <span aria-hidden="true">●</span>
            <span className="sr-only">has a syntax error</span>
          </span>
        )}
      </>
    ),
  }));
  return (
    <TabList
      id={id}
      label="Input format"
      tabs={tabs}
      chosen={view}
      choose={setView}
      className="inline-flex rounded-md border border-line bg-sunk p-0.5 text-sm"
      tabClassName="rounded px-3 py-1 text-quiet hover:text-ink aria-selected:bg-card aria-selected:text-ink aria-selected:shadow-sm"
    />
  );
}

/** Stays mounted while another view is open, to keep typed text, and takes the new input when it is shown again. */
function FormTab({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const { fields, input, form, drafts, change } = usePlayground();
  const [shown, setShown] = useState({ ...props, input });
  const { adds, faults } = shown;
  const isStale =
    shown.input !== input ||
    adds !== props.adds ||
    faults !== props.faults ||
    shown.isCurrent !== props.isCurrent ||
    shown.isTried !== props.isTried;
  if (isOpen && isStale) setShown({ ...props, input });
  const fillIn = useCallback((next: JsonObject) => change({ type: 'set', input: next }), [change]);
  return (
    <>
      {(['json', 'curl'] as const).map(
        (editor) =>
          drafts[editor]?.fault && (
            <p key={editor} className="mb-4 rounded-md border border-warn p-3 text-sm">
              The {editor === 'json' ? 'JSON' : 'cURL command'} has a syntax error; the form shows your last
              valid input.{' '}
              <button
                type="button"
                onClick={() => change({ type: 'discard', editor })}
                className="underline underline-offset-4"
              >
                Discard the {editor === 'json' ? 'JSON' : 'command'}
              </button>
            </p>
          ),
      )}
      {fields.length === 0 ? (
        <p className="border border-dashed border-line p-6 text-center text-quiet">
          This product takes no input. Call it as it is.
        </p>
      ) : (
        <MostBytes value={form.limits['bodyBytes'] ?? Number.POSITIVE_INFINITY}>
          <InputForm
            fields={fields}
            value={shown.input}
            onChange={fillIn}
            faults={faults}
            isCurrent={shown.isCurrent}
            adds={adds}
            isTried={shown.isTried}
          />
        </MostBytes>
      )}
    </>
  );
}

/** Shown while an editor loads. */
function EditorOpening() {
  return <p className="h-80 rounded-md border border-line bg-sunk p-3 text-sm text-quiet">Opening…</p>;
}

const button = 'rounded-md border border-line px-2.5 py-1 text-sm hover:bg-sunk disabled:opacity-50';

/** Buttons for examples, and for a link to the input. */
function InputTools() {
  const { examples, input, change } = usePlayground();
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {examples.map((example, index) => (
        <button
          key={`${example.title} ${index}`}
          type="button"
          disabled={input === example.input}
          onClick={() => change({ type: 'set', input: example.input })}
          className={button}
        >
          {example.title}
        </button>
      ))}
      <button
        type="button"
        disabled={Object.keys(input).length === 0}
        onClick={() => change({ type: 'set', input: {} })}
        className={button}
      >
        Empty
      </button>
      <ShareButton />
    </div>
  );
}

function ShareButton() {
  const { fields, input } = usePlayground();
  const [message, setMessage] = useState({ text: '', input });
  const share = async () => (await loadInputParts()).shareInput(fields, input);
  const press = async () => setMessage({ text: await share().catch(messageOf), input });
  return (
    <>
      <button type="button" onClick={() => void press()} className={button}>
        Copy link
      </button>
      <span role="status" className="text-xs text-quiet empty:hidden">
        {message.input === input ? message.text : ''}
      </span>
    </>
  );
}
