'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { type FeaturedList, mostFeatured } from '../../../lib/operator/featured.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { crossIcon, Icon } from '../../shell/icons.tsx';
import { reasonOf, useChange } from '../parts/change-button.tsx';
import { ChangeDialog } from '../parts/change-dialog.tsx';
import { State } from '../parts/page-head.tsx';
import { cell, Named, NoRows, rowLink, Rows, wide, wideCell } from '../parts/rows.tsx';

type Featured = FeaturedList['list'];

const seen = {
  public: 'Everyone',
  'signed-in': 'Who is signed in',
  accounts: 'Chosen accounts',
} satisfies Record<Featured[number]['visibility'], string>;

/** The products that the catalogue shows first, and their order. */
export function FeaturedRows({ products, mayChange }: { products: Featured; mayChange: boolean }) {
  const { change } = useChange();
  // Until the page shows the last change, the next one would undo it.
  const [changed, setChanged] = useState<Featured>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (slugs: string[]) => change('POST /api/operator/featured', { body: { products: slugs } }),
    onSuccess: () => setChanged(products),
  });
  const slugs = products.map(({ slug }) => slug);
  return (
    <>
      <p className="mt-4 max-w-prose text-dense text-quiet">
        The catalogue begins with these, where no search and no other order is asked for. Who may not see a
        product does not see it there. The others follow as{' '}
        <Link href="/operator/portal" prefetch={false} className="text-accent underline underline-offset-4">
          Portal
        </Link>{' '}
        says.
      </p>
      {error && (
        <p role="alert" className="mt-2 text-dense text-bad">
          {error.message}
        </p>
      )}
      {products.length === 0 ? (
        <NoRows>No product is featured.</NoRows>
      ) : (
        <Rows
          caption="Featured products, in the order of the catalogue"
          columns={[
            { title: 'Product' },
            { title: 'Status', className: `${wide} w-28` },
            { title: 'Seen by', className: `${wide} w-40` },
            ...(mayChange ? [{ title: 'Order', className: 'w-28' }] : []),
          ]}
        >
          {products.map((product, index) => (
            <FeaturedLine key={product.slug} product={product}>
              {mayChange && (
                <Order
                  name={product.name}
                  {...{ slugs, index }}
                  isDisabled={isPending || changed === products}
                  set={(order) => mutate(order)}
                />
              )}
            </FeaturedLine>
          ))}
        </Rows>
      )}
    </>
  );
}

const states = {
  online: 'Online',
  offline: 'Offline',
  archived: 'Archived',
} satisfies Record<Featured[number]['status'], string>;

interface LineProps {
  product: Featured[number];
  children: ReactNode;
}

function FeaturedLine({ product: { slug, name, status, visibility }, children }: LineProps) {
  const state = <State tone={status === 'online' ? 'good' : 'quiet'}>{states[status]}</State>;
  return (
    <tr>
      <td className={cell}>
        <Named
          name={
            <Link href={`/operator/products/${slug}`} prefetch={false} className={rowLink}>
              {name}
            </Link>
          }
          more={<span className="font-mono">{slug}</span>}
          below={
            <>
              {state} · {seen[visibility]}
            </>
          }
        />
      </td>
      <td className={wideCell}>{state}</td>
      <td className={`${wideCell} text-quiet`}>{seen[visibility]}</td>
      {children && <td className={cell}>{children}</td>}
    </tr>
  );
}

interface OrderProps {
  name: string;
  slugs: string[];
  index: number;
  isDisabled: boolean;
  set: (slugs: string[]) => void;
}

/** Moves a product, or takes it out. */
function Order({ name, slugs, index, isDisabled, set }: OrderProps) {
  const others = slugs.toSpliced(index, 1);
  const movedTo = (place: number) => others.toSpliced(place, 0, slugs[index] ?? '');
  const buttons = [
    { label: 'Move up', path: 'M8 13V3.5M4 7l4-4 4 4', order: movedTo(index - 1), isOff: index === 0 },
    {
      label: 'Move down',
      path: 'M8 3v9.5M4 9l4 4 4-4',
      order: movedTo(index + 1),
      isOff: index === slugs.length - 1,
    },
    { label: 'Remove', path: crossIcon, order: others, isOff: false },
  ];
  return (
    <span className="flex">
      {buttons.map(({ label, path, order, isOff }) => (
        <button
          key={label}
          type="button"
          disabled={isDisabled || isOff}
          onClick={() => set(order)}
          aria-label={`${label} ${name}`}
          title={label}
          className="with-script button button-small button-ghost w-7 px-0"
        >
          <Icon path={path} className="size-4" />
        </button>
      ))}
    </span>
  );
}

/** Opens the dialog that features one more product. */
export function AddFeatured({ products }: { products: Featured }) {
  const [isOpen, setIsOpen] = useState(false);
  const { change } = useChange();
  const close = () => setIsOpen(false);
  if (products.length >= mostFeatured) return null;
  function send(fields: FormData) {
    const added = textOf(fields, 'slug').trim();
    const slugs = [...products.map(({ slug }) => slug).filter((slug) => slug !== added), added];
    return change('POST /api/operator/featured', { body: { products: slugs, ...reasonOf(fields) } });
  }
  return (
    <p className="mt-4">
      <button type="button" onClick={() => setIsOpen(true)} className="with-script button">
        Feature a product…
      </button>
      {isOpen && (
        <ChangeDialog
          title="Feature a product"
          action="Feature product"
          send={send}
          close={close}
          isReasonOptional
        >
          {(faults) => (
            <TextField
              label="Slug"
              name="slug"
              autoCapitalize="none"
              hint="As in the list of products. It is added at the end."
              fault={Object.entries(faults).find(([name]) => name.startsWith('products'))?.[1]}
            />
          )}
        </ChangeDialog>
      )}
    </p>
  );
}
