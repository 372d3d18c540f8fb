import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { catalogueFoundOptions } from '../palette/palette-queries.ts';
import { type ListboxParts, useListbox } from '../use-listbox.ts';
import { field } from './key-field.tsx';

const mostShown = 8;

export interface NamedProduct {
  slug: string;
  name: string;
}

interface Props {
  /** By field. */
  faults: Record<string, string>;
  /** Those of before; null for all. */
  products?: readonly NamedProduct[] | null;
}

/** The only products that may be called, found by a few letters. Slugs that were typed or pasted are sent as they are. */
export function ProductsField({ faults, products = null }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<readonly NamedProduct[]>(products ?? []);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { found, note } = useFound(typed, isOpen, chosen);
  const fault = Object.entries(faults).find(([place]) => /^products\b/.test(place))?.[1];

  function add(...added: NamedProduct[]): void {
    const isNew = ({ slug }: NamedProduct, index: number, all: NamedProduct[]) =>
      all.findIndex((other) => other.slug === slug) === index;
    setChosen([...chosen, ...added].filter(isNew));
  }
  function type(text: string): void {
    const names = text.split(/[,\n]/).map((name) => name.trim());
    const rest = names.pop() ?? '';
    add(...names.filter((name) => name !== '').map((name) => ({ slug: name, name })));
    setTyped(names.length > 0 ? rest : text);
    setOpen(true);
    listbox.setActive(undefined);
  }
  const listbox = useListbox({
    keys: found.map(({ slug }) => slug),
    isOpen,
    open: () => setOpen(true),
    close,
    choose: (index) => {
      if (found[index]) add(found[index]);
      setTyped('');
      close();
    },
  });
  function press(event: KeyboardEvent): void {
    if (event.key === 'Backspace' && typed === '') setChosen(chosen.slice(0, -1));
    else listbox.field.onKeyDown(event);
  }
  return (
    <fieldset name="products" className="grid min-w-0 gap-1 text-sm font-medium">
      <label htmlFor={id}>Only these products</label>
      <Sent chosen={chosen} typed={typed} setChosen={setChosen} setTyped={setTyped} />
      <div className="relative">
        <input
          {...listbox.field}
          id={id}
          value={typed}
          maxLength={2_000}
          placeholder={chosen.length === 0 ? 'All products' : 'One more…'}
          onChange={({ target }) => type(target.value)}
          onClick={() => setOpen(true)}
          onBlur={close}
          onKeyDown={press}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-help`}
          className={`${field} placeholder:text-quiet`}
        />
        {isOpen && <FoundList listbox={listbox} found={found} note={note} />}
      </div>
      <Chosen products={chosen} remove={(product) => setChosen(chosen.filter((one) => one !== product))} />
      <span id={`${id}-help`} className={`font-normal ${fault === undefined ? 'text-quiet' : 'text-bad'}`}>
        {fault ?? 'Find products by name or slug. If you choose none, all products can be called.'}
      </span>
    </fieldset>
  );
}

/** All that is sent. A form that was left for a confirmation is filled in again here. */
function Sent({
  chosen,
  typed,
  setChosen,
  setTyped,
}: {
  chosen: readonly NamedProduct[];
  typed: string;
  setChosen: (products: NamedProduct[]) => void;
  setTyped: (text: string) => void;
}) {
  function read(text: string): void {
    const slugs = text.split('\n');
    setTyped(slugs.pop() ?? '');
    setChosen(slugs.map((slug) => chosen.find((one) => one.slug === slug) ?? { slug, name: slug }));
  }
  return (
    <input
      type="hidden"
      name="products"
      value={[...chosen.map(({ slug }) => slug), typed].join('\n')}
      onInput={({ currentTarget }) => read(currentTarget.value)}
    />
  );
}

function useFound(typed: string, isOpen: boolean, chosen: readonly NamedProduct[]) {
  const words = useDeferredValue(typed.trim());
  const { data, error, isPending } = useQuery({ ...catalogueFoundOptions(words), enabled: isOpen });
  const found = (data?.list ?? [])
    .filter(({ slug, operations }) => operations === undefined && chosen.every((one) => one.slug !== slug))
    .slice(0, mostShown);
  const empty = isPending ? 'Searching…' : words === '' ? 'Type to find products.' : 'No matches.';
  return { found, note: error?.message ?? (found.length === 0 ? empty : '') };
}

/** Above the field, which is the last of its forms: a dialog would cut it off below. */
function FoundList({
  listbox,
  found,
  note,
}: {
  listbox: ListboxParts;
  found: NamedProduct[];
  /** Where none was found. */
  note: string;
}) {
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-1 rounded-md border border-line bg-card py-1 shadow-lg">
      <ul {...listbox.list} aria-label="Products" className="max-h-60 overflow-auto empty:hidden">
        {found.map(({ slug, name }, index) => (
          <li
            {...listbox.option(index)}
            key={slug}
            className="cursor-pointer px-3 py-1.5 font-normal break-words aria-selected:bg-accent-soft"
          >
            {name} <span className="block text-xs text-quiet">{slug}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="px-3 py-1.5 font-normal text-quiet empty:hidden">
        {note}
      </p>
    </div>
  );
}

function Chosen({
  products,
  remove,
}: {
  products: readonly NamedProduct[];
  remove: (product: NamedProduct) => void;
}) {
  return (
    <ul aria-label="Chosen products" className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
      {products.map((product) => (
        <li
          key={product.slug}
          className="flex max-w-full items-center rounded-md border border-line bg-paper font-normal"
        >
          <span className="truncate py-1 pl-2.5">{product.name}</span>
          <button
            type="button"
            aria-label={`Remove ${product.name}`}
            onClick={() => remove(product)}
            className="px-2.5 py-1 text-quiet hover:text-ink"
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
