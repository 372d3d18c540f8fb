'use client';

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Confirmed } from './confirmation/use-action.ts';
import { refusalOf } from './fetch-json.ts';
import { Failure } from './load-error.tsx';
import { quietButton } from './shell/buttons.tsx';
import { saveBlob } from './browser.ts';
import { callerHeaders } from './shown-caller.ts';

/** Saves what the portal sends as a file. */
export function DownloadButton({
  address,
  fileName,
  label,
  confirmed,
  className = quietButton,
}: {
  address: string;
  fileName: string;
  label: ReactNode;
  /** Asks who it is if the portal wants to know. */
  confirmed: Confirmed;
  className?: string;
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
        className={`with-script ${className}`}
      >
        {label}
      </button>
      <Failure of={saving.error} />
    </>
  );
}

/** A file of the portal. Its problems are thrown as errors. */
export async function fetchFile(address: string): Promise<Blob> {
  return (await fetchResponse(address)).blob();
}

/** The parts of a list, at most so many, and the address of the next one that is left. */
export async function fetchParts(
  address: string,
  confirmed: Confirmed,
  most = Infinity,
): Promise<{ parts: Blob[]; next: string | undefined }> {
  const parts: Blob[] = [];
  let next: string | undefined = address;
  while (next !== undefined && parts.length < most) {
    const from: string = next;
    const response = await confirmed(() => fetchResponse(from));
    parts.push(await response.blob());
    [, next] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  }
  return { parts, next };
}

async function fetchResponse(address: string): Promise<Response> {
  const response = await fetch(address, { headers: callerHeaders('GET', address) });
  if (response.ok) return response;
  const answered: unknown = await response.json().catch(() => undefined);
  throw refusalOf(answered) ?? new Error('The portal did not send the file. Try again.');
}
