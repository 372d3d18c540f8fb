'use client';

import { useMutation } from '@tanstack/react-query';
import { safeParse } from 'zod/v4/core';
import type { Confirmed } from './confirmation/confirmed.ts';
import { ProblemError } from './problem-error.ts';
import { problemSchema } from './problem-schema.ts';
import { quietButton } from './shell/buttons.tsx';
import { saveBlob } from './save-blob.ts';

/** Saves what the portal sends as a file. */
export function DownloadButton({
  address,
  fileName,
  label,
  confirmed,
}: {
  address: string;
  fileName: string;
  label: string;
  /** Asks who it is if the portal wants to know. */
  confirmed: Confirmed;
}) {
  const saving = useMutation({
    mutationFn: async () => saveBlob(await confirmed(() => fetchFile(address)), fileName),
  });
  return (
    <>
      <button
        type="button"
        disabled={saving.isPending}
        onClick={() => saving.mutate()}
        className={`with-script ${quietButton}`}
      >
        {label}
      </button>
      {saving.error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {saving.error.message}
        </p>
      )}
    </>
  );
}

/** A file of the portal. Its problems are thrown as errors. */
export async function fetchFile(address: string): Promise<Blob> {
  return (await fetchResponse(address)).blob();
}

export async function fetchResponse(address: string): Promise<Response> {
  const response = await fetch(address);
  if (response.ok) return response;
  const { data: problem } = safeParse(problemSchema, await response.json().catch(() => undefined));
  throw problem ? new ProblemError(problem) : new Error('The portal did not send the file. Try again.');
}
