import type { OperatorPage, ReadPageVersion } from '../../../lib/operator/pages.ts';
import { textDifference } from '../../../lib/text/line-diff.ts';
import { momentText } from '../../../lib/text/times.ts';
import { Prose } from '../../product/docs.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { Changes } from '../products/changes.tsx';
import { BringBackText } from './edit-page.tsx';
import { authorText } from './page-page.tsx';

interface Props {
  page: OperatorPage;
  read: ReadPageVersion;
  mayWrite: boolean;
}

/** What a page said from one time on, beside what it said before. */
export function VersionPage({ page, read: { version, text, previous }, mayWrite }: Props) {
  const isNow = version.number === page.version;
  return (
    <>
      <PageHead
        title={`${version.title}, version ${version.number}`}
        crumb={{ href: `/operator/pages/${page.slug}`, name: page.title }}
        sub={
          <span className="break-words">
            Saved by {authorText(version)} on {momentText(version.at)} UTC
            {isNow && page.deletedAt === null ? ', shown now' : ''}.
            {version.reason !== null && ` Reason: ${version.reason}`}
          </span>
        }
      >
        {mayWrite && !isNow && page.deletedAt === null && <BringBackText page={page} text={text} />}
      </PageHead>
      {previous !== null && (
        <Part id="changes" title="What changed">
          {previous === text ? (
            <p className="mt-2 text-quiet">Its title alone.</p>
          ) : (
            <Changes hunks={textDifference(previous, text)} />
          )}
        </Part>
      )}
      <Part id="text" title="The whole text">
        <Prose text={text} className="mt-3" />
      </Part>
    </>
  );
}
