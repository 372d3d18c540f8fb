import type { CredentialList } from '../../lib/operator/credentials.ts';
import { CredentialRow, NewCredential } from './credential-row.tsx';
import { NoRows, Rows } from './rows.tsx';

interface Props {
  credentials: CredentialList['list'];
  mayChange: boolean;
  isFiltered: boolean;
}

/** The upstream credentials, without their values. */
export function CredentialRows({ credentials, mayChange, isFiltered }: Props) {
  const columns = [
    { title: 'Credential' },
    { title: 'State', className: 'hidden sm:table-cell w-56 lg:w-72' },
    { title: 'Last refused', className: 'hidden lg:table-cell w-44' },
    ...(mayChange ? [{ title: 'Actions', className: 'hidden sm:table-cell w-44 lg:w-88' }] : []),
  ];
  return (
    <>
      <p className="mt-4 max-w-prose text-sm text-quiet">
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
      {mayChange && <NewCredential />}
    </>
  );
}
