import Link from 'next/link';
import type { ApiDocument } from '../../lib/reference/api-document.ts';
import { groupContent, operationAddress } from '../../lib/reference/docs-content.ts';
import {
  type ApiGroup,
  callerGroups,
  docsAddress,
  operatorGroups,
  referencePage,
} from '../../lib/reference/docs-pages.ts';
import { DocsFrame } from './docs-frame.tsx';

const link = 'text-accent underline underline-offset-4';

/** All endpoints by their groups, those of operators apart. */
export function ReferenceIndex({ document }: { document: ApiDocument }) {
  const parts = [
    { id: 'endpoints', title: 'Endpoints', groups: callerGroups },
    { id: 'operator-endpoints', title: 'Endpoints of operators', groups: operatorGroups },
  ];
  return (
    <DocsFrame
      page={referencePage}
      title={referencePage.title}
      lead={
        <>
          Every endpoint, each with a link to its description. For tools and generators, there is the{' '}
          {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- a document, not a page */}
          <a id="schemas" href="/openapi.json" className={link}>
            OpenAPI document
          </a>{' '}
          with all schemas.
        </>
      }
      sections={parts}
    >
      {parts.map(({ id, title, groups }) => (
        <section key={id} aria-labelledby={id} className="mt-10">
          <h2 id={id} className="scroll-mt-6 text-xl font-semibold tracking-tight">
            {title}
          </h2>
          {groups.map((group) => (
            <Endpoints key={group.slug} group={group} document={document} />
          ))}
        </section>
      ))}
    </DocsFrame>
  );
}

/** Plain links to the endpoints: Next would hydrate each of these hundred. */
function Endpoints({ group, document }: { group: ApiGroup; document: ApiDocument }) {
  return (
    <section aria-labelledby={group.slug} className="mt-6">
      <h3 id={group.slug} className="scroll-mt-6 font-semibold">
        <Link href={docsAddress(group)} prefetch={false} className="underline-offset-4 hover:underline">
          {group.name}
        </Link>
      </h3>
      <p className="text-sm text-quiet">{group.about}</p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {groupContent(document, group).operations.map((operation) => (
          <li key={operation.id}>
            <a
              href={operationAddress(operation)}
              className="group grid gap-x-6 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
            >
              <span className="group-hover:underline">{operation.summary}</span>
              <span className="font-mono text-xs leading-5 wrap-anywhere text-quiet">
                {operation.method} {operation.path}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
