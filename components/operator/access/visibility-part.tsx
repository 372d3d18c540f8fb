'use client';

import Link from 'next/link';
import { useState } from 'react';
import type { OperatorProduct } from '../../../lib/operator/products.ts';
import type { ProductAccessList } from '../../../lib/operator/product-access.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';
import { Part } from '../parts/part.tsx';
import { NoRows } from '../parts/rows.tsx';
import { AccessRows } from './access-rows.tsx';
import { AudienceChoice, chosenAudience } from './audience-choice.tsx';
import { audienceOf } from './audiences.ts';

interface Props {
  product: Pick<OperatorProduct, 'slug' | 'name' | 'visibility' | 'approval' | 'keptIn'>;
  access: ProductAccessList;
  mayPublish: boolean;
  mayChoose: boolean;
}

/** Who sees and calls a product, and the accounts that are chosen for it. */
export function VisibilityPart({ product, access, mayPublish, mayChoose }: Props) {
  const [opened, setOpened] = useState<'visibility' | 'account' | null>(null);
  const { slug, name, visibility } = product;
  const { title, about } = audienceOf(visibility);
  const close = () => setOpened(null);
  return (
    <Part
      id="visibility"
      title="Who sees and calls it"
      action={
        <>
          {mayChoose && (
            <button
              type="button"
              onClick={() => setOpened('account')}
              className="with-script button button-small"
            >
              Choose an account…
            </button>
          )}
          {mayPublish && (
            <button
              type="button"
              onClick={() => setOpened('visibility')}
              className="with-script button button-small"
            >
              Change…<span className="sr-only"> who sees {name}</span>
            </button>
          )}
        </>
      }
    >
      <p className="mt-2 max-w-prose text-sm">
        <strong className="font-medium">{title}.</strong> <span className="text-quiet">{about}</span>
        {product.approval === 'required' && (
          <span className="block">
            <strong className="font-medium">Calls need approval.</strong>{' '}
            <Link href="/operator/requests" className="underline underline-offset-4">
              Requests
            </Link>
          </span>
        )}
      </p>
      {access.list.length > 0 ? (
        <AccessRows
          caption="Accounts that are chosen for it, newest first"
          head="Account"
          rows={access.list.map(({ account, since, by }) => ({
            ...{ since, by, slug, accountId: account.id },
            name: account.name,
            href: `/operator/accounts/${account.id}`,
            question: `Take ${account.name} off?`,
          }))}
          mayChoose={mayChoose}
        />
      ) : (
        visibility === 'accounts' && <NoRows>No account is chosen yet: only operators see it.</NoRows>
      )}
      {visibility !== 'accounts' && access.list.length > 0 && (
        <p className="mt-2 text-dense text-quiet">
          The chosen accounts count once it is for chosen accounts only.
        </p>
      )}
      {opened === 'visibility' && <VisibilityDialog product={product} close={close} />}
      {opened === 'account' && <AccountDialog slug={slug} name={name} close={close} />}
    </Part>
  );
}

function VisibilityDialog({ product, close }: Pick<Props, 'product'> & { close: () => void }) {
  const { slug, name, visibility, keptIn } = product;
  const { change } = useChange();
  async function submit(fields: FormData) {
    const approval = fields.get('approval') === null ? ('none' as const) : ('required' as const);
    const body = { visibility: chosenAudience(fields), approval, ...reasonOf(fields) };
    await change('POST /api/operator/products/{slug}/visibility', { params: { slug }, body });
    close();
  }
  return (
    <FormDialog
      title={`Who sees and calls ${name}?`}
      action="Change who sees it"
      submit={submit}
      close={close}
      about={
        <p className="text-sm text-quiet">
          For everyone else it does not exist: new calls are refused at once, and running calls end as usual.
          {keptIn !== 'console' && ' If its file says who sees it, the file wins when it is applied.'}
        </p>
      }
    >
      {(faults) => (
        <>
          <AudienceChoice value={visibility} />
          <label className="flex gap-3">
            <input
              type="checkbox"
              name="approval"
              defaultChecked={product.approval === 'required'}
              className="mt-1"
            />
            <span className="min-w-0">
              <span className="block font-medium">Calls need approval</span>
              <span className="block text-sm text-quiet">
                Accounts ask with a reason, and you decide. Guests cannot call it.
              </span>
            </span>
          </label>
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </FormDialog>
  );
}

function AccountDialog({ slug, name, close }: { slug: string; name: string; close: () => void }) {
  const { change } = useChange();
  async function submit(fields: FormData) {
    const body = { account: textOf(fields, 'account').trim(), ...reasonOf(fields) };
    await change('POST /api/operator/products/{slug}/access', { params: { slug }, body });
    close();
  }
  return (
    <FormDialog title={`Choose an account for ${name}`} action="Choose account" submit={submit} close={close}>
      {(faults) => (
        <>
          <TextField
            label="Account"
            name="account"
            autoComplete="off"
            hint="Its whole name, or its id."
            fault={faults['account']}
          />
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </FormDialog>
  );
}
