import type { Metadata } from 'next';
import { ImportPage } from '../../../../components/operator/imports/import-page.tsx';
import { readImport } from '../../../../server/desk/list-imports.ts';
import { mayDo } from '../../../../server/rights.ts';
import { OperatorPage } from '../../operator-page.tsx';

export const metadata: Metadata = { title: 'Import an API', robots: { index: false } };

interface Props {
  params: Promise<{ id: string }>;
}

/** A document on its way to products. */
export default async function Import({ params }: Props) {
  const { id } = await params;
  return (
    <OperatorPage title="Import an API" right="import-api">
      {async (context, caller) => (
        <ImportPage
          initial={await readImport(context, id)}
          mayPublish={mayDo(caller, 'publish-product')}
          maySetCredentials={mayDo(caller, 'set-credential')}
        />
      )}
    </OperatorPage>
  );
}
