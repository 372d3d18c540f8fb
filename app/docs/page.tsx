import type { Metadata } from 'next';
import Link from 'next/link';
import { connection } from 'next/server';
import { Basics } from '../../components/docs/basics.tsx';
import { DocsContents } from '../../components/docs/docs-contents.tsx';
import { fieldLook } from '../../components/docs/field-list.tsx';
import { OperationSection } from '../../components/docs/operation-section.tsx';
import { ShapeSection } from '../../components/docs/shape-section.tsx';
import { CodeBlock } from '../../components/shell/code-block.tsx';
import { markdownLink } from '../../lib/markdown/markdown-address.ts';
import { apiOperations } from '../../lib/reference/api-operations.ts';
import { callWithCeiling, operationCurl } from '../../lib/reference/operation-curl.ts';
import { apiReference } from '../../server/http/api-reference.ts';
import { portal } from '../../server/portal/current-portal.ts';
import { exampleCall } from '../../server/products/example-call.ts';

export const metadata: Metadata = {
  title: 'Docs',
  description:
    'API reference of this portal: every endpoint with its parameters, responses, errors and an example.',
  alternates: { canonical: '/docs', types: markdownLink('/docs') },
};

const link = 'text-accent underline underline-offset-4';

export default async function DocsPage() {
  await connection();
  const { context } = portal();
  const document = apiReference(context.settings.url);
  const operations = apiOperations(document);
  const shapes = Object.entries(document.components.schemas);
  const example = { origin: document.servers[0]?.url ?? '', ...(await exampleCall(context)) };
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-x-12 px-4 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <DocsContents operations={operations} shapes={shapes.map(([name]) => name)} />
      <main className={`min-w-0 py-8 sm:py-10 ${fieldLook}`}>
        <h1 className="text-3xl font-semibold tracking-tight">Docs</h1>
        <p className="mt-3 max-w-prose text-quiet">
          The HTTP API of this portal, also available as an{' '}
          <a href="/openapi.json" className={link}>
            OpenAPI document
          </a>
          . To run the commands, set <code className="font-mono text-sm">FAREBOX_KEY</code> to your API key
          and replace CALL_ID and KEY_ID.
        </p>
        <Basics
          more={{
            pricing: (
              <div className="mt-4">
                <CodeBlock text={callWithCeiling(example)} label="Command: a call with a price limit" />
              </div>
            ),
            errors: (
              <p className="mt-2">
                <Link href="/problems" prefetch={false} className={link}>
                  All error codes
                </Link>
              </p>
            ),
          }}
        />
        <div className="mt-12">
          {operations.map((operation) => (
            <OperationSection
              key={operation.id}
              operation={operation}
              curl={operationCurl(operation, example)}
            />
          ))}
        </div>
        <section aria-labelledby="schemas" className="border-t border-line pt-10">
          <h2 id="schemas" className="scroll-mt-6 mb-4 text-xl font-semibold tracking-tight">
            Schemas
          </h2>
          {shapes.map(([name, schema]) => (
            <ShapeSection key={name} name={name} schema={schema} />
          ))}
        </section>
      </main>
    </div>
  );
}
