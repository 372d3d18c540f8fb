import Link from 'next/link';
import type { ReactNode } from 'react';
import { keyName } from '../../../lib/account/api-keys.ts';
import { accessRights } from '../../../lib/account/key-access.ts';
import type { KeyDetail } from '../../../lib/operator/ledger-lists.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { dayText } from '../../../lib/text/times.ts';
import { CopyButton } from '../../shell/copy-button.tsx';
import { keyState } from '../ledger-rows.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { PageHead, Pill, Tabs } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { When } from '../parts/when.tsx';
import { LimitFact } from './account-facts.tsx';
import { KeyDanger } from './key-danger.tsx';

export const keyTabs = ['calls', 'changes'] as const;

type KeyTab = (typeof keyTabs)[number];

interface Props {
  apiKey: KeyDetail;
  /** None: the overview. */
  tab: KeyTab | undefined;
  /** In the last 31 days. */
  used: { calls: number; credits: number };
  readAtMs: number;
  mayRevoke: boolean;
  reads: Record<KeyTab, boolean>;
  /** The content of a tab that is a list. */
  children: ReactNode;
}

const tabNames = { calls: 'Calls', changes: 'Changes' };

/** An API key: what it did and may do, and last what ends it. */
export function KeyPage({ apiKey, tab, used, readAtMs, mayRevoke, reads, children }: Props) {
  const { id, account, revokedAt } = apiKey;
  const address = `/operator/keys/${id}`;
  return (
    <>
      <Head apiKey={apiKey} readAtMs={readAtMs} />
      <Facts>
        <Fact
          name="Spent in 31 days"
          value={groupedNumber(used.credits)}
          about={`in ${countOf(used.calls, 'call')}`}
        />
        <LimitFact limits={apiKey.spending} />
        <Fact
          name="Last used"
          value={apiKey.lastUsedAt === null ? 'never' : <When at={apiKey.lastUsedAt} hasTime />}
          about="exact to a minute, in UTC"
        />
        <Fact
          name="Ends"
          value={apiKey.expiresAt === null ? 'never' : <When at={apiKey.expiresAt} />}
          about={apiKey.expiresAt === null ? 'until it is revoked' : 'by itself'}
        />
      </Facts>
      <Tabs
        label="Parts of the key"
        tabs={[
          { href: address, name: 'Overview' },
          ...keyTabs
            .filter((one) => reads[one])
            .map((one) => ({ href: `${address}?tab=${one}`, name: tabNames[one] })),
        ]}
        current={tab ? `${address}?tab=${tab}` : address}
      />
      {tab === undefined ? (
        <>
          <Terms apiKey={apiKey} />
          {mayRevoke && revokedAt === null && (
            <KeyDanger accountId={account.id} apiKey={{ id, label: keyName(apiKey) }} />
          )}
        </>
      ) : (
        children
      )}
    </>
  );
}

function Head({ apiKey, readAtMs }: Pick<Props, 'apiKey' | 'readAtMs'>) {
  const { id, hint, operator, account, person, client, createdAt } = apiKey;
  const { tone, word } = keyState(apiKey, readAtMs);
  return (
    <PageHead
      title={keyName(apiKey)}
      crumb={{ href: '/operator/keys', name: 'Keys' }}
      pills={
        <>
          <Pill tone={tone}>{word}</Pill>
          {operator && <Pill tone="warn">Operator key</Pill>}
        </>
      }
      sub={
        <>
          <span className="font-mono text-xs break-all">{id}</span>
          <CopyButton text={id} label="Copy" className="rounded-sm px-1 text-xs hover:text-ink" />
          <span>
            · <span className="font-mono text-xs">fb_…{hint}</span> · of{' '}
            <Link href={`/operator/accounts/${account.id}`} prefetch={false} className={link}>
              {account.name}
            </Link>
          </span>
          {person && (
            <span>
              · {client ? 'granted by' : 'by'}{' '}
              <Link href={`/operator/people/${person.id}`} prefetch={false} className={link}>
                {person.name}
              </Link>
            </span>
          )}
          <span>· since {dayText(createdAt)}</span>
        </>
      }
    />
  );
}

const link = 'text-ink underline underline-offset-4';
const periods = { day: 'Per day', month: 'Per month', total: 'In total' } as const;

/** The rights of the key, and how much of each limit is used. */
function Terms({ apiKey: { access, products, client, spending, earlierEndsAt } }: Pick<Props, 'apiKey'>) {
  const limits = (['day', 'month', 'total'] as const).flatMap((period) => {
    const { cap, spent } = spending[period];
    return cap === null
      ? []
      : [[periods[period], `${groupedNumber(spent ?? 0)} of ${groupedNumber(cap)} credits`] as const];
  });
  return (
    <Part id="terms" title="What it may do">
      <dl className="mt-2 border-t border-line text-dense">
        <Term name="Access">{accessRights(access).words}</Term>
        <Term name="Products">
          {products === null
            ? 'All products of the catalogue'
            : products.map(({ id, slug, name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Link href={`/operator/products/${slug}`} prefetch={false} className={link}>
                    {name}
                  </Link>
                </span>
              ))}
        </Term>
        {client && <Term name="Agent">{client.name || client.id}</Term>}
        {limits.length === 0 && <Term name="Limits">None of its own</Term>}
        {limits.map(([name, text]) => (
          <Term key={name} name={name}>
            {text}
          </Term>
        ))}
        {earlierEndsAt !== null && (
          <Term name="Earlier secret">
            works until <When at={earlierEndsAt} hasTime />
          </Term>
        )}
      </dl>
    </Part>
  );
}

export function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 gap-4 border-b border-rule py-2">
      <dt className="w-28 shrink-0 text-quiet">{name}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </div>
  );
}
