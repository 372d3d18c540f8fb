'use client';

import { useState } from 'react';
import type { AccountAccessList } from '../../../lib/operator/product-access.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';
import { Part } from '../parts/part.tsx';
import { AccessRows } from './access-rows.tsx';
import { audienceOf } from './audiences.ts';

interface Props {
  account: { id: string; name: string };
  access: AccountAccessList;
  mayChoose: boolean;
}

/** The products for chosen accounts that an account sees. */
export function AccountProducts({ account, access: { list, next }, mayChoose }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, name } = account;
  return (
    <Part
      id="products"
      title="Products it is chosen for"
      {...(next !== null && { note: `the newest ${list.length}` })}
      action={
        mayChoose && (
          <button type="button" onClick={() => setIsOpen(true)} className="with-script button button-small">
            Choose a product…
          </button>
        )
      }
    >
      {list.length === 0 ? (
        <p className="mt-2 text-dense text-quiet">None. It sees what everyone who is signed in sees.</p>
      ) : (
        <AccessRows
          caption="Products that the account is chosen for, newest first"
          head="Product"
          rows={list.map(({ product, since, by }) => ({
            ...{ since, by, slug: product.slug, accountId: id, name: product.name },
            href: `/operator/products/${product.slug}`,
            question: `Take ${product.name} away from ${name}?`,
            ...(product.visibility !== 'accounts' && {
              note: `${audienceOf(product.visibility).title} can see it`,
            }),
          }))}
          mayChoose={mayChoose}
        />
      )}
      {isOpen && <ProductDialog account={account} close={() => setIsOpen(false)} />}
    </Part>
  );
}

function ProductDialog({ account, close }: Pick<Props, 'account'> & { close: () => void }) {
  const { change } = useChange();
  async function submit(fields: FormData) {
    const slug = textOf(fields, 'slug').trim();
    const body = { account: account.id, ...reasonOf(fields) };
    await change('POST /api/operator/products/{slug}/access', { params: { slug }, body });
    close();
  }
  return (
    <FormDialog
      title={`Choose a product for ${account.name}`}
      action="Choose product"
      submit={submit}
      close={close}
    >
      {(faults) => (
        <>
          <TextField
            label="Product"
            name="slug"
            autoComplete="off"
            hint="Its slug, as in the address of its page."
            fault={faults['slug']}
          />
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </FormDialog>
  );
}
