'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type NewSecondFactor, newSecondFactor, type SecondFactorState } from '../../lib/account/factors.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { Confirmation } from '../shell/confirmation.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorOptions } from './second-factor-options.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';
import { quietButton } from '../quiet-button.ts';

/** Codes of an authenticator app, which a sign-in asks for after the password. */
export function SecondFactor() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactorOptions());
  const [begun, setBegun] = useState<NewSecondFactor>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  function finish(codes: string[]) {
    setBegun(undefined);
    setRecoveryCodes(codes);
    void client.invalidateQueries(secondFactorOptions());
  }
  if (error && !data)
    return <OwnLoadError what="Your second factor" error={error} retry={() => void refetch()} />;
  return (
    <section aria-labelledby="second-factor" className="mt-10">
      <h2 id="second-factor" className="text-lg font-semibold">
        Second factor
      </h2>
      <p className="text-sm text-quiet">
        Codes of an authenticator app, which a sign-in asks for after the password.
      </p>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} onClose={() => setRecoveryCodes(undefined)} />}
      {begun && <SetUpSecondFactor begun={begun} onEnabled={finish} onCancel={() => setBegun(undefined)} />}
      {data && !begun && data.enabledAt === null && !recoveryCodes && <Absent onBegun={setBegun} />}
      {data?.enabledAt && <Enabled {...data} />}
    </section>
  );
}

function Absent({ onBegun }: { onBegun: (begun: NewSecondFactor) => void }) {
  const { confirmed, dialog } = useConfirmation();
  const beginning = useMutation({
    mutationFn: () =>
      confirmed(() =>
        fetchJson('/api/second-factor', newSecondFactor, new AbortController().signal, { body: {} }),
      ),
    onSuccess: onBegun,
  });
  return (
    <>
      <button
        type="button"
        disabled={beginning.isPending}
        onClick={() => beginning.mutate()}
        className={`mt-3 ${quietButton}`}
      >
        Set up a second factor
      </button>
      {beginning.error && <Failure sentence={beginning.error.message} />}
      {dialog}
    </>
  );
}

function Enabled({ enabledAt, recoveryCodesLeft }: SecondFactorState) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [isAsking, setIsAsking] = useState(false);
  async function act() {
    const { signal } = new AbortController();
    await confirmed(() => fetchJson('/api/second-factor', z.undefined(), signal, { method: 'DELETE' }));
    await client.invalidateQueries(secondFactorOptions());
  }
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-y border-line py-3">
      <div>
        <p className="font-medium">On{enabledAt && ` since ${momentText(enabledAt)} UTC`}</p>
        <p className={`text-sm ${recoveryCodesLeft > 2 ? 'text-quiet' : 'text-warn'}`}>
          {recoveryCodesLeft} of 10 recovery codes left. For new ones, remove the second factor and set it up
          again.
        </p>
      </div>
      <button
        type="button"
        onClick={() => setIsAsking(true)}
        className="rounded-md border border-line px-3 py-1.5 text-bad hover:bg-sunk"
      >
        Remove
      </button>
      {isAsking && (
        <Confirmation
          title="Remove the second factor?"
          action="Remove"
          act={act}
          close={() => setIsAsking(false)}
        >
          <p>You sign in with the password alone then. The recovery codes end, too.</p>
        </Confirmation>
      )}
      {dialog}
    </div>
  );
}

function Failure({ sentence }: { sentence: string }) {
  return (
    <p role="alert" className="mt-2 text-sm text-bad">
      {sentence}
    </p>
  );
}
