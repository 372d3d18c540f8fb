'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useState } from 'react';
import { fetchJson } from '../../fetch-json.ts';

/** The lists whose names are suggested, at most so many of each, from so many letters on. */
export type Finds = 'accounts' | 'apis' | 'keys' | 'people' | 'products';
const mostSuggested = '8';
const leastLetters = 2;

interface Props extends Omit<ComponentProps<'input'>, 'list' | 'maxLength'> {
  finds?: readonly Finds[] | undefined;
}

/** The text of a filter. It suggests the names of what there is, and applies the one that is chosen. */
export function NameInput({ finds, ...input }: Props) {
  return finds === undefined || finds.length === 0 ? (
    <input {...input} maxLength={200} />
  ) : (
    <Suggesting finds={finds} {...input} />
  );
}

function Suggesting({ finds, ...input }: Props & { finds: readonly Finds[] }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const { data = [] } = useQuery({
    queryKey: ['filter', finds, words],
    queryFn: ({ signal }) => readNames(finds, words, signal),
    placeholderData: keepPreviousData,
    enabled: words.length >= leastLetters,
  });
  return (
    <>
      <input
        {...input}
        maxLength={200}
        list={id}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.closest('[popover]') === null && data.includes(target.value))
            target.form?.requestSubmit();
        }}
      />
      <datalist id={id}>
        {data.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** Each once: two people may have one name. */
async function readNames(finds: readonly Finds[], q: string, signal: AbortSignal): Promise<string[]> {
  const query = { q, pageSize: mostSuggested };
  const lists = await Promise.all(
    finds.map((one): Promise<Names> => fetchJson(`GET /api/operator/${one}`, { query, signal })),
  );
  const names = lists.flatMap(({ list }) => list.map(({ name }) => name));
  return [...new Set(names)].filter((name) => name !== '');
}

interface Names {
  list: { name: string }[];
}
