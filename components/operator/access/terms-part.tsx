'use client';

import Link from 'next/link';
import { useId, useState } from 'react';
import type { OperatorProduct } from '../../../lib/operator/products.ts';
import { textOf } from '../../people/fields.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';
import { Part } from '../parts/part.tsx';

interface Props {
  product: Pick<OperatorProduct, 'slug' | 'name' | 'terms'>;
  /** Those that it may have. */
  pages: { slug: string; title: string }[];
  mayPublish: boolean;
}

/** What an account has to accept before it calls a product. */
export function TermsPart({ product, pages, mayPublish }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, terms } = product;
  return (
    <Part
      id="terms"
      title="Terms"
      action={
        mayPublish && (
          <button type="button" onClick={() => setIsOpen(true)} className="with-script button button-small">
            Change…<span className="sr-only"> the terms of {name}</span>
          </button>
        )
      }
    >
      <p className="mt-2 max-w-prose text-sm">
        {terms ? (
          <>
            <Link
              href={`/operator/pages/${terms.page}`}
              prefetch={false}
              className="font-medium underline underline-offset-4"
            >
              {terms.title}
            </Link>
            <span className="text-quiet">
              {' '}
              An owner or admin of an account accepts it before the account calls the product.
            </span>
          </>
        ) : (
          <span className="text-quiet">None: accounts and guests call it without accepting anything.</span>
        )}
      </p>
      {isOpen && <TermsDialog {...{ product, pages }} close={() => setIsOpen(false)} />}
    </Part>
  );
}

function TermsDialog({ product, pages, close }: Omit<Props, 'mayPublish'> & { close: () => void }) {
  const { slug, name, terms } = product;
  const { change } = useChange();
  const id = useId();
  async function submit(fields: FormData) {
    const page = textOf(fields, 'page') || null;
    const body = { page, ...reasonOf(fields) };
    await change('POST /api/operator/products/{slug}/terms', { params: { slug }, body });
    close();
  }
  return (
    <FormDialog
      title={`What is accepted before ${name} is called?`}
      action="Change terms"
      submit={submit}
      close={close}
      about={
        <p className="text-sm text-quiet">
          New calls are refused at once, with a link to the page, for accounts that have not accepted it, and
          for guests. Running calls end as usual.
        </p>
      }
    >
      {(faults) => (
        <>
          <div className="grid gap-1">
            <label htmlFor={id} className="text-sm font-medium">
              Page
            </label>
            <select id={id} name="page" defaultValue={terms?.page ?? ''} className="field">
              <option value="">None</option>
              {pages.map((page) => (
                <option key={page.slug} value={page.slug}>
                  {page.title} (/pages/{page.slug})
                </option>
              ))}
            </select>
            {faults['page'] !== undefined && <p className="text-sm text-bad">{faults['page']}</p>}
            {pages.length === 0 && (
              <p className="text-sm text-quiet">
                There is no page yet.{' '}
                <Link href="/operator/pages/new" className="underline underline-offset-4">
                  Write one
                </Link>
              </p>
            )}
          </div>
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </FormDialog>
  );
}
