import type { Metadata } from 'next';
import { EditPage } from '../../../../components/operator/pages/edit-page.tsx';
import { pagesCrumb } from '../../../../components/operator/pages/page-page.tsx';
import { PageHead } from '../../../../components/operator/parts/page-head.tsx';
import { Part } from '../../../../components/operator/parts/part.tsx';
import { OperatorPage } from '../../operator-page.tsx';

export const metadata: Metadata = { title: 'New page', robots: { index: false } };

export default function NewPage() {
  return (
    <OperatorPage title="New page" right="write-pages">
      {() =>
        Promise.resolve(
          <>
            <PageHead
              title="New page"
              crumb={pagesCrumb}
              sub="Written in Markdown. Nobody reads it before you publish it."
            />
            <Part id="text" title="Text">
              <EditPage />
            </Part>
          </>,
        )
      }
    </OperatorPage>
  );
}
