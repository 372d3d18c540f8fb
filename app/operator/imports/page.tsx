import type { Metadata } from 'next';
import { ImportHead } from '../../../components/operator/imports/import-head.tsx';
import { EarlierImports } from '../../../components/operator/imports/earlier-imports.tsx';
import { ImportSource } from '../../../components/operator/imports/import-source.tsx';
import { listImports } from '../../../server/desk/list-imports.ts';
import { OperatorPage } from '../operator-page.tsx';
import type { SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Import an API', robots: { index: false } };

/** Asks for the document of an API. */
export default function ImportAnApi({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Import an API" right="import-api">
      {async (context) => {
        const { address } = await searchParams;
        return (
          <>
            <ImportHead step={0} />
            <ImportSource address={[address].flat()[0]} />
            <EarlierImports imports={(await listImports(context)).list} />
          </>
        );
      }}
    </OperatorPage>
  );
}
