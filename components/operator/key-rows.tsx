import Link from 'next/link';
import { keyName } from '../../lib/account/key-name.ts';
import type { KeysOfAll } from '../../lib/operator/keys.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { Mark } from './mark.tsx';
import { cell, NoRows, rowLink, Rows, wideCell } from './rows.tsx';

const columns = [{ title: 'Key' }, { title: 'Last used', className: 'hidden w-64 sm:table-cell' }];

export function KeyRows({ keys, readAtMs }: { keys: KeysOfAll['list']; readAtMs: number }) {
  if (keys.length === 0) return <NoRows>No keys match.</NoRows>;
  return (
    <Rows caption="API keys, newest first" columns={columns}>
      {keys.map((key) => (
        <tr key={key.id}>
          <td className={cell}>
            <Link href={`/operator/accounts/${key.account.id}#keys`} prefetch={false} className={rowLink}>
              {keyName(key)}
            </Link>{' '}
            {key.operator && <Mark text="Operator" />}{' '}
            {key.revokedAt !== null && <Mark text="Revoked" tone="bad" />}
            <span className="block text-sm text-quiet">
              {key.account.name}
              {key.name !== '' && (
                <>
                  {' '}
                  · ends in <span className="font-mono">{key.hint}</span>
                </>
              )}
              {key.person && ` · of ${key.person.name}`}
            </span>
            <span className="block text-sm text-quiet sm:hidden">{usedText(key, readAtMs)}</span>
          </td>
          <td className={`${wideCell} text-sm text-quiet`}>{usedText(key, readAtMs)}</td>
        </tr>
      ))}
    </Rows>
  );
}

function usedText(key: KeysOfAll['list'][number], readAtMs: number): string {
  const { lastUsedAt, revokedAt, expiresAt } = key;
  const used = lastUsedAt === null ? 'Never used' : `Last used ${momentText(lastUsedAt)} UTC`;
  if (revokedAt !== null) return `${used}, revoked ${momentText(revokedAt)} UTC`;
  if (expiresAt === null) return used;
  const isExpired = Date.parse(expiresAt) <= readAtMs;
  return `${used}, ${isExpired ? 'expired' : 'expires'} ${momentText(expiresAt)} UTC`;
}
