'use client';

import Form from 'next/form';
import Link from 'next/link';
import { useId } from 'react';
import { isDay } from '../../../lib/text/times.ts';
import { plusIcon } from '../../shell/icon-paths.ts';
import { crossIcon, Icon, searchIcon } from '../../shell/icons.tsx';
import { type Finds, NameInput } from './name-input.tsx';
import { type ListOrder, orderChoices } from './list-order.ts';

/** What a list is filtered by: a text, the first or last day (UTC), or one of some values, each with a word. */
export interface Filter {
  label: string;
  name: string;
  hint?: string;
  day?: 'first' | 'last';
  words?: Record<string, string>;
  /** It suggests names of these. */
  finds?: readonly Finds[] | undefined;
  /** The first of a bar: a search. */
  isSearch?: boolean;
  /** Behind “Filter”. */
  isRare?: boolean;
}

interface Props {
  label: string;
  /** The address of the page. */
  address: string;
  /** What the address filters by. */
  given: Record<string, string>;
  filters: readonly Filter[];
  /** What tabs have chosen, and stays. */
  fixed?: Record<string, string>;
  order?: ListOrder | undefined;
}

/**
 * One row of filters, which are in the address: Enter applies what is written, a choice applies itself. Without script a
 * button does.
 */
export function FilterBar({ label, address, given, filters, fixed = {}, order }: Props) {
  const isSet = filters.some(({ name }) => given[name] !== undefined);
  const rare = filters.filter(({ isRare, name }) => isRare && given[name] === undefined);
  const shown = filters.filter((filter) => !rare.includes(filter));
  const without = (name?: string) => {
    const { before: _before, page: _page, ...rest } = given;
    const kept = Object.fromEntries(
      Object.entries(rest).filter(([one]) =>
        name === undefined ? one === 'sort' || one in fixed : one !== name,
      ),
    );
    const query = new URLSearchParams(kept).toString();
    return query === '' ? address : `${address}?${query}`;
  };
  return (
    <Form
      key={JSON.stringify(given)}
      action={address}
      role="search"
      aria-label={label}
      onChange={(event) => {
        const { target, currentTarget } = event;
        if (target instanceof HTMLSelectElement && !target.closest('[popover]'))
          currentTarget.requestSubmit();
      }}
      className="mt-4 flex flex-wrap items-center gap-2"
    >
      {Object.entries(fixed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {shown.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          value={given[filter.name] ?? ''}
          without={without(filter.name)}
        />
      ))}
      {rare.length > 0 && <Rare filters={rare} />}
      {order && <OrderChoice order={order} />}
      <button type="submit" className="without-script button button-small">
        Show
      </button>
      {isSet && (
        <Link
          href={without()}
          className="px-1 py-0.5 text-dense text-accent underline-offset-4 hover:underline"
        >
          Show all
        </Link>
      )}
    </Form>
  );
}

/** The order, where the heads of the columns do not all have room. Hidden, it keeps the order in the address. */
function OrderChoice({ order }: { order: ListOrder }) {
  return (
    <label className="chip has-focus-visible:outline-2 has-focus-visible:outline-accent max-rail:min-w-0 max-rail:flex-1 max-rail:basis-56 @5xl:hidden">
      <span className="text-quiet">Sort</span>
      <Choice name="sort" value={order.sort === order.usual ? '' : order.sort} words={orderChoices(order)} />
    </label>
  );
}

function Choice({ name, value, words }: { name: string; value: string; words: Record<string, string> }) {
  return (
    <select
      name={name}
      defaultValue={value}
      className="h-6 max-w-40 bg-transparent outline-none max-rail:max-w-none max-rail:min-w-0 max-rail:flex-1"
    >
      {Object.entries(words).map(([one, word]) => (
        <option key={one} value={one}>
          {word}
        </option>
      ))}
    </select>
  );
}

/** The name of a filter and its value in one. */
function Chip({ filter, value, without }: { filter: Filter; value: string; without: string }) {
  const { label, name, hint, words, isSearch = false } = filter;
  const look = `chip has-focus-visible:outline-2 has-focus-visible:outline-accent ${isSearch ? 'w-64 border-edge max-rail:w-full max-rail:flex-1 max-rail:basis-48' : 'max-rail:min-w-0 max-rail:flex-1 max-rail:basis-36'}`;
  const isDayField = filter.day !== undefined && (value === '' || isDay(value));
  return (
    <span className={look} {...(value !== '' && !isSearch && { 'data-set': '' })}>
      <label className="flex min-w-0 flex-1 items-center gap-1.5">
        {isSearch && <Icon path={searchIcon} className="size-4 text-quiet" />}
        <span className={isSearch ? 'sr-only' : 'text-quiet'}>{label}</span>
        {words ? (
          <Choice name={name} value={value} words={{ '': 'Any', ...words }} />
        ) : (
          <NameInput
            name={name}
            type={isDayField ? 'date' : 'text'}
            finds={filter.finds}
            defaultValue={value}
            placeholder={isSearch ? label : hint}
            className={`h-6 min-w-0 bg-transparent outline-none placeholder:text-quiet ${isSearch ? 'flex-1' : isDayField ? 'w-28' : 'w-24 max-rail:flex-1'}`}
          />
        )}
      </label>
      {value !== '' && (
        <Link href={without} aria-label={`Without ${label}`} className="-mr-1 p-1 text-quiet hover:text-ink">
          <Icon path={crossIcon} className="size-3.5" />
        </Link>
      )}
    </span>
  );
}

/** Filters that are seldom used, in a panel of their own. */
function Rare({ filters }: { filters: readonly Filter[] }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="chip border-dashed bg-transparent text-quiet hover:text-ink"
      >
        <Icon path={plusIcon} className="size-3.5" />
        Filter
      </button>
      <div id={id} popover="auto" role="group" aria-label="More filters" className="menu p-4">
        <div className="grid gap-3">
          {filters.map(({ label, name, hint, day, words, finds }) => (
            <label key={name} className="grid gap-1 text-dense font-medium">
              {label}
              {words ? (
                <select name={name} defaultValue="" className="field font-normal">
                  <option value="">Any</option>
                  {Object.entries(words).map(([one, word]) => (
                    <option key={one} value={one}>
                      {word}
                    </option>
                  ))}
                </select>
              ) : (
                <NameInput
                  name={name}
                  type={day ? 'date' : 'text'}
                  finds={finds}
                  placeholder={hint}
                  className="field font-normal"
                />
              )}
            </label>
          ))}
        </div>
        <button type="submit" className="button mt-4 w-full">
          Show
        </button>
      </div>
    </>
  );
}
