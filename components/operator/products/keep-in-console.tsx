'use client';

import type { OperatorProduct } from '../../../lib/operator/products.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { ConfirmButton } from '../../shell/confirmation.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';

/** Takes a product over from its file, so that it is changed here from then on. */
export function KeepInConsole({ product: { slug, name, keptIn } }: { product: OperatorProduct }) {
  const { change } = useChange();
  return (
    <p className="mb-3">
      <ConfirmButton
        label="Keep in the console …"
        className={`with-script ${quietButton}`}
        title={`Keep ${name} in the console?`}
        action="Keep in the console"
        act={(fields) =>
          change('POST /api/operator/products/{slug}/owner', {
            params: { slug },
            body: { keptIn: 'console', ...reasonOf(fields) },
          })
        }
        fields={(faults) => <ReasonField fault={faults['reason']} isOptional />}
      >
        <p className="break-words">
          It is changed here from then on. Its file{keptIn !== null && <> {keptIn}</>} stays as it is, and{' '}
          <code className="font-mono">farebox apply</code> refuses to publish it, unless it is told to take
          the product over again.
        </p>
      </ConfirmButton>
    </p>
  );
}
