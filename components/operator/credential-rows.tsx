import type { CredentialList, ListedCredential } from '../../lib/operator/credentials.ts';
import { countOf, groupedNumber } from '../../lib/text/numbers.ts';
import { momentText } from '../../lib/text/times.ts';
import { CredentialActions, NewCredential } from './credential-actions.tsx';
import { Mark } from './part.tsx';
import { cell, NoRows, Rows } from './rows.tsx';

interface Props {
  credentials: CredentialList['list'];
  mayChange: boolean;
  isFiltered: boolean;
}

/** The upstream credentials, without their values. */
export function CredentialRows({ credentials, mayChange, isFiltered }: Props) {
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
        <CredentialTable credentials={credentials} mayChange={mayChange} />
      )}
      {mayChange && <NewCredential />}
    </>
  );
}

function CredentialTable({ credentials, mayChange }: Omit<Props, 'isFiltered'>) {
  const columns = [
    { title: 'Credential' },
    { title: 'State', className: 'hidden sm:table-cell w-56' },
    { title: 'Last refused', className: 'hidden md:table-cell w-36' },
    ...(mayChange ? [{ title: 'Actions', className: 'w-36 sm:w-64' }] : []),
  ];
  return (
    <Rows caption="Upstream credentials" columns={columns}>
      {credentials.map((credential) => (
        <tr key={credential.name}>
          <td className={cell}>
            <span className="font-mono text-sm font-medium break-all">{credential.name}</span>{' '}
            <span className="text-sm text-quiet tabular-nums">{usersOf(credential)}</span>
            <span className="block text-sm sm:hidden">
              <State {...credential} />
            </span>
          </td>
          <td className={`hidden text-sm sm:table-cell ${cell}`}>
            <State {...credential} />
          </td>
          <td className={`hidden text-sm text-quiet tabular-nums md:table-cell ${cell}`}>
            {credential.lastRefusedAt === null ? '–' : `${momentText(credential.lastRefusedAt)} UTC`}
          </td>
          {mayChange && (
            <td className={cell}>
              <CredentialActions credential={credential} />
            </td>
          )}
        </tr>
      ))}
    </Rows>
  );
}

function usersOf({ products, online }: ListedCredential): string {
  if (products === 0) return 'no product needs it';
  return `${countOf(products, 'product')}, ${groupedNumber(online)} online`;
}

function State({ name, state, source, isOverridden, setAt, setBy }: ListedCredential) {
  if (state === 'missing') return <Mark text="Missing" tone="bad" />;
  if (state === 'unreadable')
    return (
      <>
        <Mark text="Unreadable" tone="bad" />{' '}
        <span className="text-quiet">No secret of the portal opens it: set it again.</span>
      </>
    );
  if (source === 'environment')
    return (
      <span className="break-words text-quiet">
        <span className="text-ink">Set</span> by FAREBOX_SECRET_{name} in the environment, and cannot be
        changed here.{isOverridden && ' The one that was set here is not used.'}
      </span>
    );
  const by = setBy && (setBy.name ?? (setBy.kind === 'command-line' ? 'the command line' : setBy.id));
  return (
    <>
      Set{' '}
      <span className="text-quiet tabular-nums">
        {setAt !== null && `${momentText(setAt)} UTC`}
        {by && ` by ${by}`}
      </span>
    </>
  );
}
