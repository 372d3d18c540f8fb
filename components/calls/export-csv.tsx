'use client';

import { countOf } from '../../lib/text/count-text.ts';
import { messageOf } from '../message-of.ts';
import { useRef, useState } from 'react';
import { quietButton } from '../quiet-button.ts';
import { saveBlob } from '../save-blob.ts';

type State = { kind: 'idle' } | { kind: 'gathering'; rows: number } | { kind: 'failed'; message: string };

/** Collects rows page by page, shows the progress, and saves them as a file of at most `most` rows. */
export function ExportCsv({
  fileName,
  most,
  gather,
}: {
  fileName: string;
  most: string;
  gather: (onRows: (rows: number) => void, signal: AbortSignal) => Promise<string>;
}) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController>(null);
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'gathering', rows: 0 });
    try {
      const text = await gather((rows) => setState({ kind: 'gathering', rows }), controller.signal);
      saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName);
      setState({ kind: 'idle' });
    } catch (error) {
      if (controller.signal.aborted) setState({ kind: 'idle' });
      else setState({ kind: 'failed', message: messageOf(error) });
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {state.kind === 'gathering' ? (
        <button type="button" onClick={() => running.current?.abort()} className={quietButton}>
          Stop ({countOf(state.rows, 'row')} so far)
        </button>
      ) : (
        <button type="button" onClick={() => void start()} className={quietButton}>
          Save as CSV
        </button>
      )}
      <span className={state.kind === 'failed' ? 'text-bad' : 'text-quiet'} aria-live="polite">
        {state.kind === 'failed' ? `Not saved: ${state.message}` : most}
      </span>
    </div>
  );
}
