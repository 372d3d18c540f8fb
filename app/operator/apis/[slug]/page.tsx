import type { Metadata } from 'next';
import { ApiPage } from '../../../../components/operator/apis/api-page.tsx';
import { readOperatorApi } from '../../../../server/desk/follow-document.ts';
import { mayDo } from '../../../../server/rights.ts';
import { OperatorPage } from '../../operator-page.tsx';

export const metadata: Metadata = { title: 'API', robots: { index: false } };

interface Props {
  params: Promise<{ slug: string }>;
}

/** An API, where its document comes from and what is newer in it. */
export default async function OperatorApi({ params }: Props) {
  const { slug } = await params;
  return (
    <OperatorPage title="API" right="read-offline-products">
      {async (context, caller) => (
        <ApiPage
          api={await readOperatorApi(context, slug)}
          mayImport={mayDo(caller, 'import-api')}
          mayPublish={mayDo(caller, 'publish-product')}
        />
      )}
    </OperatorPage>
  );
}
