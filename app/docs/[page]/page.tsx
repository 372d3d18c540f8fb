import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { DocsFrame } from '../../../components/docs/docs-frame.tsx';
import { OperationSection, ShapeSection } from '../../../components/docs/operation-section.tsx';
import { Basics } from '../../../components/docs/quickstart.tsx';
import { ReferenceIndex } from '../../../components/docs/reference-index.tsx';
import { CodeBlock } from '../../../components/shell/code-block.tsx';
import { markdownLink } from '../../../lib/markdown/page-head.ts';
import { basics } from '../../../lib/reference/basics.ts';
import { groupContent, problemShape } from '../../../lib/reference/docs-content.ts';
import {
  type ApiGroup,
  apiGroups,
  basicsPage,
  docsAddress,
  docsPages,
  referencePage,
} from '../../../lib/reference/docs-pages.ts';
import { type CurlExample, callWithCeiling, operationCurl } from '../../../lib/reference/quickstart.ts';
import { exampleCall } from '../../../server/documents/example-call.ts';
import { portal } from '../../../server/doors/current-portal.ts';

interface Address {
  params: Promise<{ page: string }>;
}

const link = 'text-accent underline underline-offset-4';

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  const { page: slug } = await params;
  const page = docsPages.find((one) => one.slug === slug);
  if (!page) return { title: 'Page not found' };
  const canonical = docsAddress(page);
  return {
    title: page === basicsPage ? 'Basics of calls' : page.title,
    description: page.about,
    alternates: { canonical, types: markdownLink(canonical) },
  };
}

export default async function DocsPageRoute({ params }: Address) {
  const { page: slug } = await params;
  await connection();
  const { context, reference } = portal();
  if (slug === referencePage.slug) return <ReferenceIndex document={await reference()} />;
  const example = { origin: context.settings.url, ...(await exampleCall(context)) };
  if (slug === basicsPage.slug) return <BasicsPage example={example} />;
  const group = apiGroups.find((one) => one.slug === slug);
  if (!group) notFound();
  return <GroupPage group={group} example={example} />;
}

async function BasicsPage({ example }: { example: CurlExample }) {
  const document = await portal().reference();
  const problem = document.components.schemas[problemShape];
  return (
    <DocsFrame page={basicsPage} title={basicsPage.title} lead={basicsPage.about} sections={basics}>
      <Basics
        more={{
          pricing: (
            <div className="mt-4">
              <CodeBlock text={callWithCeiling(example)} label="Command: a call with a price limit" />
            </div>
          ),
          errors: (
            <>
              <p className="my-3">
                <Link href="/problems" prefetch={false} className={link}>
                  All error codes
                </Link>
              </p>
              {problem && <ShapeSection name={problemShape} schema={problem} />}
            </>
          ),
        }}
      />
    </DocsFrame>
  );
}

/** The endpoints of a group, and below them the schemas that they share. */
async function GroupPage({ group, example }: { group: ApiGroup; example: CurlExample }) {
  const { operations, shapes } = groupContent(await portal().reference(), group);
  const sections = operations.map(({ id, summary }) => ({ id, title: summary }));
  return (
    <DocsFrame
      page={group}
      title={group.title}
      lead={group.about}
      sections={shapes.length === 0 ? sections : [...sections, { id: 'schemas', title: 'Schemas' }]}
    >
      <p className="mt-3 max-w-prose text-sm text-quiet">
        To run the commands, set <code className="font-mono">FAREBOX_KEY</code> to your API key, and replace
        the words in capitals with your own values.
      </p>
      <div className="mt-8">
        {operations.map((operation) => (
          <OperationSection
            key={operation.id}
            operation={operation}
            curl={operationCurl(operation, example)}
          />
        ))}
      </div>
      {shapes.length > 0 && (
        <section aria-labelledby="schemas" className="border-t border-line pt-10">
          <h2 id="schemas" className="scroll-mt-6 mb-4 text-xl font-semibold tracking-tight">
            Schemas
          </h2>
          {shapes.map(({ name, schema }) => (
            <ShapeSection key={name} name={name} schema={schema} />
          ))}
        </section>
      )}
    </DocsFrame>
  );
}
