import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportedOperationDetail, ImportedOperationRow } from '../../../lib/operator/imports.ts';
import { countOf } from '../../../lib/text/numbers.ts';
import { ProblemError } from '../../problem-error.ts';
import { CodeBlock } from '../../shell/code-block.tsx';
import { Difference } from './difference.tsx';
import { operationOptions, useChoices } from './import-options.ts';
import { Losses } from './losses.tsx';

/** What is known of an operation, and the names that it gets. */
export function OperationDetail({ id, row }: { id: string; row: ImportedOperationRow }) {
  const { data, error } = useQuery(operationOptions(id, row.position));
  const { fields, required, credentials, problem } = row;
  return (
    <div className="grid gap-4 rounded-lg border border-line bg-card p-4">
      {data?.difference && <Difference name={row.name} difference={data.difference} />}
      {problem === null && row.compared !== 'removed' && (
        <NameForm key={`${row.name} ${row.slug}`} id={id} row={row} />
      )}
      <p className="text-sm">
        {fields === 0
          ? 'Its form has no fields.'
          : `Its form has ${countOf(fields, 'field')}; ${required === 0 ? 'none is' : `${required} ${required === 1 ? 'is' : 'are'}`} required.`}
        {credentials.length > 0 && ` Calls need ${credentials.join(' and ')}.`}
        {data?.publishedPrice && ` It costs ${rangeOf(data.publishedPrice)} now.`}
      </p>
      {problem !== null && <p className="text-sm break-words text-bad">It cannot be sold: {problem}</p>}
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error.message}
        </p>
      )}
      {data && <More detail={data} />}
    </div>
  );
}

function rangeOf({ from, to }: { from: number; to: number }): string {
  return from === to ? countOf(from, 'credit') : `${from}–${countOf(to, 'credit')}`;
}

function More({ detail: { lost, draft, name } }: { detail: ImportedOperationDetail }) {
  return (
    <>
      {lost.length > 0 && (
        <section>
          <h3 className="text-sm font-semibold">What of it is lost or read in another way</h3>
          <Losses losses={lost} />
        </section>
      )}
      {draft !== null && (
        <details className="min-w-0">
          <summary className="cursor-pointer text-sm">Its draft as a catalogue file</summary>
          <div className="mt-2">
            <CodeBlock text={draft} label={`Draft of ${name}`} />
          </div>
        </details>
      )}
    </>
  );
}

function NameForm({ id, row }: { id: string; row: ImportedOperationRow }) {
  const [name, setName] = useState(row.name);
  const [slug, setSlug] = useState(row.slug);
  const { mutate, isPending, error } = useChoices(id);
  const faults = faultsOf(error);
  const isChanged = name.trim() !== row.name || slug.trim() !== row.slug;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate({
          rename: {
            operation: row.position,
            ...(name.trim() !== row.name && { name: name.trim() }),
            ...(slug.trim() !== row.slug && { slug: slug.trim() }),
          },
        });
      }}
      className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]"
    >
      <label className="grid min-w-0 gap-1 text-sm font-medium">
        Name in the catalogue
        <input
          required
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
          aria-invalid={faults.name !== undefined}
          className="field font-normal"
        />
      </label>
      <label className="grid min-w-0 gap-1 text-sm font-medium">
        Slug
        <input
          required
          maxLength={64}
          spellCheck={false}
          value={slug}
          onChange={({ target }) => setSlug(target.value)}
          aria-invalid={faults.slug !== undefined}
          className="field font-mono font-normal"
        />
      </label>
      <button type="submit" disabled={!isChanged || isPending} className="button">
        Save names
      </button>
      {error && (
        <p role="alert" className="text-sm break-words text-bad sm:col-span-3">
          {faults.name ?? faults.slug ?? error.message}
        </p>
      )}
    </form>
  );
}

function faultsOf(error: Error | null): { name?: string | undefined; slug?: string | undefined } {
  const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  const at = (pointer: string) => errors.find((one) => one.pointer === pointer)?.detail;
  return { name: at('/rename/name'), slug: at('/rename/slug') };
}
