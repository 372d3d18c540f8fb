import type { Metadata } from 'next';
import { AccountPage } from '../../../../components/operator/account-page.tsx';
import { readAccount } from '../../../../server/operator/read-account.ts';
import { mayDo } from '../../../../server/operator/rights.ts';
import { OperatorPage } from '../../operator-page.tsx';

export const metadata: Metadata = { title: 'Account', robots: { index: false } };

export default async function Account({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <OperatorPage title="Account" right="read-accounts">
      {async (context, caller) => (
        <AccountPage
          account={await readAccount(context, id)}
          may={{
            grant: mayDo(caller, 'grant-credits'),
            suspend: mayDo(caller, 'suspend-account'),
            invite: mayDo(caller, 'invite-member'),
            changeKeys: mayDo(caller, 'create-account-key'),
          }}
        />
      )}
    </OperatorPage>
  );
}
