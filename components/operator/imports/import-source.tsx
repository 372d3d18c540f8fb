'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from '../../confirmation/use-action.ts';
import { ProblemError } from '../../problem-error.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { TabList, tabPanel } from '../../tab-list.tsx';

const ways = [
  { id: 'address', name: 'Address' },
  { id: 'file', name: 'File' },
  { id: 'text', name: 'Paste' },
] as const;

type Way = (typeof ways)[number]['id'];

const maxBytes = 64 * 1024 * 1024;

/** Where the document is: an address, a file or a text. The portal reads it, and the next page shows how far it is. */
export function ImportSource({ address = '' }: { address?: string | undefined }) {
  const [way, setWay] = useState<Way>('address');
  const router = useRouter();
  const act = useAction();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (fields: FormData) => begin(act, way, fields),
    onSuccess: ({ id }) => router.push(`/operator/imports/${id}`),
  });
  const fault = error && faultOf(error, way);
  return (
    <form
      aria-busy={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        mutate(new FormData(event.currentTarget));
      }}
      className="mt-6 grid max-w-3xl gap-4 rounded-lg border border-line bg-card p-4 sm:p-5"
    >
      <TabList
        id="source"
        label="Where the document is"
        tabs={ways}
        chosen={way}
        choose={setWay}
        className="flex w-fit rounded-md border border-line bg-sunk p-0.5"
        tabClassName="min-h-9 rounded px-4 text-sm text-quiet aria-selected:bg-card aria-selected:font-medium aria-selected:text-ink max-sm:min-h-11"
      />
      <div {...tabPanel('source', way)}>
        <Source key={way} way={way} address={address} fault={fault?.ofField} />
      </div>
      {fault?.other !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {fault.other}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button type="submit" disabled={isPending} className="with-script button button-main">
          Read the document
        </button>
        <p className="text-sm text-quiet">OpenAPI 2.0 to 3.1, JSON or YAML. Nothing is published yet.</p>
      </div>
    </form>
  );
}

function Source({ way, address, fault }: { way: Way; address: string; fault: string | undefined }) {
  if (way === 'address')
    return (
      <TextField
        label="Address of the document"
        name="address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://api.example.com/openapi.yaml"
        defaultValue={address}
        hint="The portal fetches it. Private addresses only if FAREBOX_EGRESS_ALLOW allows them."
        fault={fault}
      />
    );
  if (way === 'file')
    return (
      <TextField
        label="File"
        name="file"
        type="file"
        accept=".json,.yaml,.yml,application/json,application/yaml"
        hint="Up to 64 MiB."
        fault={fault}
      />
    );
  return <TextArea fault={fault} />;
}

function TextArea({ fault }: { fault: string | undefined }) {
  return (
    <label className="grid gap-1">
      <span className="text-sm font-medium">The document</span>
      <textarea
        required
        name="text"
        rows={12}
        spellCheck={false}
        aria-invalid={fault !== undefined}
        placeholder={'openapi: 3.1.0\ninfo:\n  title: …'}
        className="w-full min-w-0 rounded-md border border-line bg-paper px-3 py-2 font-mono text-sm placeholder:text-quiet"
      />
      {fault !== undefined && <span className="text-sm text-bad">{fault}</span>}
    </label>
  );
}

function begin(act: ReturnType<typeof useAction>, way: Way, fields: FormData): Promise<{ id: string }> {
  if (way === 'address')
    return act('POST /api/operator/imports', { body: { address: textOf(fields, 'address') } });
  const file = fields.get('file');
  const body = file instanceof File ? file : new Blob([textOf(fields, 'text')]);
  if (body.size > maxBytes)
    throw new Error('The document has more than 64 MiB, which is what import reads at most.');
  const query = file instanceof File ? { name: file.name.slice(0, 200) } : {};
  return act('POST /api/operator/imports/document', { query, body });
}

/** A fault of the field, or another. */
function faultOf(error: Error, way: Way): { ofField?: string; other?: string } {
  const [fault] = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  if (way !== 'address') return { ofField: fault?.detail ?? error.message };
  return fault?.pointer === '/address' ? { ofField: fault.detail } : { other: error.message };
}
