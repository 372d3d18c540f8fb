'use client';

import { countOf } from '../../lib/text/numbers.ts';
import { messageOf } from '../problem-error.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Session } from '../../lib/account/session.ts';
import { callerIds, sessionOptions } from '../keys/session-options.ts';
import { DownloadButton } from '../download-button.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { saveBlob } from '../browser.ts';

const idsOf = (session: Session | undefined) => session && callerIds(session);

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
  const isSeeing = useIsSeeing();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController>(null);
  const client = useQueryClient();
  const start = async () => {
    const controller = new AbortController();
    const idsNow = () => idsOf(client.getQueryData(sessionOptions().queryKey));
    const began = idsNow();
    running.current = controller;
    setState({ kind: 'gathering', rows: 0 });
    try {
      const text = await gather((rows) => setState({ kind: 'gathering', rows }), controller.signal);
      // Another tab may have changed the account: a part of the rows would be of that.
      if (idsNow() !== began) throw new Error('The account was changed meanwhile. Try again.');
      saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName);
      setState({ kind: 'idle' });
    } catch (error) {
      if (controller.signal.aborted) setState({ kind: 'idle' });
      else setState({ kind: 'failed', message: messageOf(error) });
    }
  };
  if (isSeeing) return null;
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

/** Saves a list that is one answer of the portal. `of` is what it is a list of, for who does not see its heading. */
export function CsvLink({ address, fileName, of }: { address: string; fileName: string; of: string }) {
  if (useIsSeeing()) return null;
  const label = (
    <>
      Save as CSV<span className="sr-only">: {of}</span>
    </>
  );
  return <DownloadButton address={address} fileName={fileName} label={label} confirmed={(send) => send()} />;
}

/** Whether an operator sees an account as its members do: they export nothing of it. */
function useIsSeeing(): boolean {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  return Boolean(session?.seeing);
}
