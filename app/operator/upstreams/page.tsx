import type { Metadata } from 'next';
import { AllowAddress } from '../../../components/operator/upstreams/allow-address.tsx';
import { UpstreamRows } from '../../../components/operator/upstreams/upstream-rows.tsx';
import { listAllowedUpstreams, upstreamsQuery } from '../../../server/operator/allowed-upstreams.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Private addresses', robots: { index: false } };

export default listPage({
  title: 'Private addresses',
  path: 'upstreams',
  right: 'read-credentials',
  exportRight: 'read-credentials',
  query: upstreamsQuery,
  read: (context) => listAllowedUpstreams(context),
  filters: () => [],
  action: (caller) => mayDo(caller, 'allow-upstream') && <AllowAddress />,
  rows: (found, caller) => <UpstreamRows {...found} mayChange={mayDo(caller, 'allow-upstream')} />,
});
