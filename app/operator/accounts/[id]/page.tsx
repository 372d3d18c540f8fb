import type { Metadata } from 'next';
import { z } from 'zod';
import { Acceptances } from '../../../../components/operator/access/acceptance-rows.tsx';
import { AccountProducts } from '../../../../components/operator/access/account-products.tsx';
import { AccountActivityPart } from '../../../../components/operator/accounts/account-activity.tsx';
import { AccountPage, accountTabs } from '../../../../components/operator/accounts/account-page.tsx';
import { utcToday } from '../../../../lib/text/times.ts';
import {
  refusedCallsOf,
  refusedCallsQuery,
  refusedUsageOf,
  sumUsage,
  usageQuery,
} from '../../../../server/calls/read-credits.ts';
import { listAcceptances } from '../../../../server/desk/product-terms.ts';
import { listAccountAccess } from '../../../../server/operator/product-access.ts';
import { listParameters } from '../../../../server/list-parameters.ts';
import { accountActivityQuery, readAccountActivity } from '../../../../server/operator/account-activity.ts';
import { readAccount } from '../../../../server/operator/accounts.ts';
import { mayDo, type OperatorVerb } from '../../../../server/rights.ts';
import { OperatorPage } from '../../operator-page.tsx';
import { pageQuery, type SearchParams } from '../../page-query.ts';
import { contentOfListTab, readableLists } from '../../list-tab.tsx';

export const metadata: Metadata = { title: 'Account', robots: { index: false } };

const query = usageQuery.extend({
  ...accountActivityQuery.shape,
  ...listParameters,
  tab: z.enum(accountTabs, accountTabs.join(', ')).optional(),
});

const shownProducts = 100;

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function Account({ params, searchParams }: Props) {
  const { id } = await params;
  return (
    <OperatorPage title="Account" right="read-accounts">
      {async (context, caller) => {
        const account = await readAccount(context, id, caller);
        const { query: asked, given } = await pageQuery(query, searchParams);
        const { tab, by, from, to, format } = asked;
        const isOpen = account.closedAt === null;
        const mayChange = (verb: OperatorVerb) => isOpen && mayDo(caller, verb);
        return (
          <AccountPage
            account={account}
            tab={tab}
            reads={readableLists(caller)}
            usage={await sumUsage(context, id, { by, from, to, format })}
            refused={{
              usage: await refusedUsageOf(context, id, {}),
              calls: await refusedCallsOf(context, id, refusedCallsQuery.parse({})),
            }}
            products={
              <>
                <AccountProducts
                  account={account}
                  access={await listAccountAccess(context, id, { before: undefined, most: shownProducts })}
                  mayChoose={mayChange('change-product-access')}
                />
                <Acceptances
                  of="account"
                  acceptances={await listAcceptances(context, { account: id, pageSize: shownProducts })}
                />
              </>
            }
            may={{
              grant: mayChange('grant-credits'),
              suspend: mayChange('suspend-account'),
              close: mayChange('close-account'),
              reopen: !isOpen && mayDo(caller, 'close-account'),
              cap: mayChange('cap-account'),
              rename: mayChange('rename-account'),
              invite: mayChange('invite-member'),
              withdraw: mayChange('withdraw-invitation'),
              inviteMore: mayChange('invite-to-used-account'),
              changeKeys: mayChange('create-account-key'),
              revokeOperatorKeys: mayChange('revoke-operator-key'),
              exportCalls: mayDo(caller, 'export-calls'),
              exportAccounts: mayDo(caller, 'export-accounts'),
              seeAs: caller.person !== null && mayChange('see-as'),
            }}
          >
            {tab === 'usage' ? (
              <AccountActivityPart
                accountId={id}
                activity={await readAccountActivity(context, id, asked)}
                today={utcToday()}
                mayExport={mayDo(caller, 'export-accounts')}
              />
            ) : (
              await contentOfListTab(context, caller, {
                ...{ address: `/operator/accounts/${id}`, tab, asked, given },
                filters: { calls: { account: id }, ledger: { account: id }, changes: { target: id } },
              })
            )}
          </AccountPage>
        );
      }}
    </OperatorPage>
  );
}
