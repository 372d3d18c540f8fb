'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';
import { Fragment, useState } from 'react';
import type { ImportDetail, ImportedOperationRow } from '../../../lib/operator/imports.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { GroupRow } from './group-row.tsx';
import { type OperationsQuery, operationsOptions, useChoices } from './import-options.ts';
import { OperationRow } from './operation-row.tsx';
import { Checkbox } from './row-controls.tsx';

interface Props {
  detail: ImportDetail;
  document: NonNullable<ImportDetail['document']>;
}

const shown = [
  ['all', 'All'],
  ['news', 'Differing'],
  ['breaking', 'Breaks callers'],
  ['chosen', 'Chosen'],
  ['losses', 'With losses'],
  ['refused', 'Refused or offline'],
] as const;

/** The operations of a document, a hundred at a time, by groups. What is filtered by is in the address. */
export function OperationTable({ detail, document }: Props) {
  const { id, follows } = detail;
  const [query, setQuery] = useFilter(usualFilter(detail));
  const { data, error, isPlaceholderData } = useQuery(operationsOptions(detail, withoutAll(query)));
  const { groups } = document;
  const chosen = groups.reduce((sum, group) => sum + group.chosen, 0);
  const all = follows ? newsOf(document) : document.operations;
  return (
    <section aria-labelledby="operations" className="@container min-w-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="operations" className="text-base font-semibold">
          Operations
        </h2>
        {all > 0 && (
          <p className="text-sm text-quiet tabular-nums">
            {groupedNumber(chosen)} of {groupedNumber(all)} chosen
          </p>
        )}
      </div>
      <Filter groups={groups} query={query} change={setQuery} />
      {error && (
        <p role="alert" className="mt-4 text-bad">
          {error.message}
        </p>
      )}
      {data && (
        <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
          {data.list.length === 0 ? (
            <p className="mt-4 rounded-md border border-dashed border-line px-6 py-10 text-center text-quiet">
              No operations match.
            </p>
          ) : (
            <Table id={id} list={data.list} document={document} isNewer={follows !== null} />
          )}
          <Pager query={query} next={data.next} total={data.total} list={data.list} change={setQuery} />
        </div>
      )}
    </section>
  );
}

/** Of a newer document, what differs; and what was taken of it, once nothing does any more. */
function usualFilter({ follows, document, results }: ImportDetail): string {
  if (!follows) return 'all';
  return results && document && newsOf(document) === 0 ? 'chosen' : 'news';
}

export function newsOf({ news: { new: added, changed, removed } }: Props['document']): number {
  return added + changed + removed;
}

/** The portal lists all of them unless it is asked for some. */
function withoutAll({ only, ...query }: OperationsQuery): OperationsQuery {
  return only === undefined || only === 'all' ? query : { ...query, only };
}

/** From the address, which follows. Without `only` there, `usual` is shown. */
function useFilter(usual: string): [OperationsQuery, (query: OperationsQuery) => void] {
  const [pathname, given] = [usePathname(), useSearchParams()];
  const query: OperationsQuery = { only: usual };
  for (const name of ['q', 'group', 'only', 'after'] as const) {
    const value = given.get(name);
    if (value !== null && value !== '') query[name] = value;
  }
  return [
    query,
    (next) => {
      const text = new URLSearchParams(
        Object.entries(next).filter(([name, value]) => value !== (name === 'only' ? usual : '')),
      ).toString();
      window.history.replaceState(null, '', text === '' ? pathname : `${pathname}?${text}`);
    },
  ];
}

interface FilterProps {
  groups: Props['document']['groups'];
  query: OperationsQuery;
  change: (query: OperationsQuery) => void;
}

function Filter({ groups, query, change }: FilterProps) {
  const { after: _after, ...filter } = query;
  return (
    <form
      role="search"
      aria-label="Operations"
      onSubmit={(event) => event.preventDefault()}
      className="mt-3 flex flex-wrap gap-2"
    >
      <input
        type="search"
        aria-label="Search operations"
        placeholder="Name, path or slug"
        defaultValue={query.q}
        maxLength={200}
        onChange={({ target }) => change({ ...filter, q: target.value.trim() })}
        className="field flex-1 basis-44"
      />
      {groups.length > 1 && (
        <select
          aria-label="Group"
          value={query.group ?? ''}
          onChange={({ target }) => change({ ...filter, group: target.value })}
          className="field w-auto max-w-56"
        >
          <option value="">All groups</option>
          {groups.map(({ group, name, operations }) => (
            <option key={group} value={group}>
              {name ?? 'Without a group'} ({operations})
            </option>
          ))}
        </select>
      )}
      <select
        aria-label="Show"
        value={query.only ?? 'all'}
        onChange={({ target }) => change({ ...filter, only: target.value })}
        className="field w-auto"
      >
        {shown.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </form>
  );
}

const columns = [
  ['Path', ''],
  ['Name', 'hidden md:table-cell'],
  ['Form', 'hidden xl:table-cell w-24'],
  ['Losses', 'hidden sm:table-cell w-24'],
  ['Compared', 'hidden sm:table-cell w-32'],
] as const;

function Table({
  id,
  list,
  document,
  isNewer,
}: { id: string; list: ImportedOperationRow[]; isNewer: boolean } & Pick<Props, 'document'>) {
  const [open, setOpen] = useState<number>();
  const { mutate, isPending, variables } = useChoices(id);
  const pending = isPending ? variables.choices?.[0] : undefined;
  const all = document.groups.reduce((sum, { sellable }) => sum + sellable, 0);
  const chosen = document.groups.reduce((sum, group) => sum + group.chosen, 0);
  return (
    <table className="mt-3 w-full table-fixed border-b border-rule text-left text-dense">
      <caption className="sr-only">Operations of the document</caption>
      <thead className="text-xs text-quiet">
        <tr className="h-8">
          <th scope="col" className="w-9">
            <Checkbox
              label="All operations"
              isChecked={all > 0 && chosen === all}
              isMixed={chosen > 0 && chosen < all}
              isDisabled={all === 0}
              change={(isChosen) => mutate({ choices: [{ chosen: isChosen }] })}
            />
          </th>
          {columns.map(([name, className]) => (
            <th key={name} scope="col" className={`pr-3 font-medium ${className}`}>
              {name}
            </th>
          ))}
          <th scope="col" className="w-24 text-right font-medium max-sm:w-20">
            Credits
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((row, index) => (
          <Fragment key={row.position}>
            {row.group !== list[index - 1]?.group && (
              <GroupRow
                id={id}
                isPriced={!isNewer}
                group={document.groups.find(({ group }) => group === row.group)}
              />
            )}
            <OperationRow
              id={id}
              row={pending?.operations?.[0] === row.position ? { ...row, ...definedOf(pending) } : row}
              isOpen={open === row.position}
              toggle={() => setOpen(open === row.position ? undefined : row.position)}
              choose={(isChosen) => mutate({ choices: [{ operations: [row.position], chosen: isChosen }] })}
            />
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Shown while it is being stored. */
function definedOf({ chosen }: { chosen?: boolean | undefined }) {
  return chosen === undefined ? {} : { chosen };
}

interface PagerProps {
  query: OperationsQuery;
  next: number | null;
  total: number;
  list: ImportedOperationRow[];
  change: (query: OperationsQuery) => void;
}

function Pager({ query, next, total, list, change }: PagerProps) {
  const { after, ...filter } = query;
  if (after === undefined && next === null)
    return <p className="mt-3 text-sm text-quiet">{countOf(list.length, 'operation')}</p>;
  return (
    <nav aria-label="Pages" className="mt-3 flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-quiet tabular-nums">
        {groupedNumber(list.length)} of {countOf(total, 'operation')}
      </p>
      <div className="flex gap-2">
        <button
          type="button"
          disabled={after === undefined}
          onClick={() => change(filter)}
          className="button"
        >
          First page
        </button>
        <button
          type="button"
          disabled={next === null}
          onClick={() => change({ ...filter, after: String(next) })}
          className="button"
        >
          Next page
        </button>
      </div>
    </nav>
  );
}
