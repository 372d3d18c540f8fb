import type { CredentialList } from '../../../lib/operator/credentials.ts';
import { CredentialRow } from './credential-row.tsx';
import { NoRows, Rows, wide, widest } from '../parts/rows.tsx';

interface Props {
  credentials: CredentialList['list'];
  mayChange: boolean;
  isFiltered: boolean;
}

/** The upstream credentials, without their values. */
export function CredentialRows({ credentials, mayChange, isFiltered }: Props) {
  const columns = [
    { title: 'Credential' },
    { title: 'State', className: `${wide} w-56 @4xl:w-72` },
    { title: 'Last refused', className: `${widest} w-36` },
    ...(mayChange ? [{ title: 'Actions', className: `${wide} w-44 @4xl:w-80` }] : []),
  ];
  return (
    <>
      <p className="mt-4 max-w-prose text-dense text-quiet">
        With these the portal calls the APIs. They are stored encrypted, and nobody can read them again.
        {!mayChange && ' Only owners can set them.'}
      </p>
      {credentials.length === 0 ? (
        <NoRows>
          {isFiltered
            ? 'No credentials match.'
            : 'No product needs a credential yet. One that a product names appears here.'}
        </NoRows>
      ) : (
        <Rows caption="Upstream credentials" columns={columns}>
          {credentials.map((credential) => (
            <CredentialRow key={credential.name} credential={credential} mayChange={mayChange} />
          ))}
        </Rows>
      )}
    </>
  );
}
