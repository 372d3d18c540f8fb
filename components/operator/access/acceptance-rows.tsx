import Link from 'next/link';
import type { OperatorAcceptanceList } from '../../../lib/operator/product-access.ts';
import { momentText } from '../../../lib/text/times.ts';
import { Part } from '../parts/part.tsx';
import { cell, rowLink, Rows, wide, wideCell } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

interface Props {
  /** Whose side it is: the accounts of a page, or the pages of an account. */
  of: 'page' | 'account';
  acceptances: OperatorAcceptanceList;
}

/** Which versions of which terms were accepted, when and by whom. */
export function Acceptances({ of, acceptances: { list, next } }: Props) {
  const isOfPage = of === 'page';
  const columns = [
    { title: isOfPage ? 'Account' : 'Page' },
    { title: 'Version', className: 'w-20' },
    { title: 'By', className: `${wide} w-48` },
    { title: 'Accepted', className: `${wide} w-28` },
  ];
  return (
    <Part
      id="acceptances"
      title={isOfPage ? 'Accepted by' : 'Accepted terms'}
      {...(next !== null && { note: `the newest ${list.length}` })}
    >
      {list.length === 0 ? (
        <p className="mt-2 text-dense text-quiet">
          {isOfPage ? 'No account has accepted it.' : 'It has accepted no terms.'}
        </p>
      ) : (
        <Rows
          caption={
            isOfPage ? 'Accounts that accepted it, newest first' : 'Terms that it accepted, newest first'
          }
          columns={columns}
        >
          {list.map(({ page, title, version, account, acceptedAt, by }) => (
            <tr key={`${account.id} ${page} ${version}`}>
              <td className={cell}>
                <Link
                  href={isOfPage ? `/operator/accounts/${account.id}` : `/operator/pages/${page}`}
                  prefetch={false}
                  className={rowLink}
                >
                  {isOfPage ? account.name : title}
                </Link>
                <span className="block text-quiet @xl:hidden">
                  {by.name ?? 'Somebody'}, {momentText(acceptedAt)} UTC
                </span>
              </td>
              <td className={`${cell} tabular-nums`}>
                <Link
                  href={`/operator/pages/${page}?version=${version}`}
                  prefetch={false}
                  className="underline underline-offset-4"
                >
                  {version}
                  <span className="sr-only">: what was accepted</span>
                </Link>
              </td>
              <td className={wideCell}>{by.name ?? 'A person who left'}</td>
              <td className={wideCell}>
                <When at={acceptedAt} />
              </td>
            </tr>
          ))}
        </Rows>
      )}
    </Part>
  );
}
