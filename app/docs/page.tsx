import type { Metadata } from 'next';
import Link from 'next/link';
import { connection } from 'next/server';
import { Basics } from '../../components/docs/basics.tsx';
import { DocsContents } from '../../components/docs/docs-contents.tsx';
import { fieldLook } from '../../components/docs/field-list.tsx';
import { OperationSection } from '../../components/docs/operation-section.tsx';
import { ShapeSection } from '../../components/docs/shape-section.tsx';
import { CodeBlock } from '../../components/shell/code-block.tsx';
import { apiOperations } from '../../lib/reference/api-operations.ts';
import { callWithCeiling, operationCurl } from '../../lib/reference/operation-curl.ts';
import { apiReference } from '../../server/api-reference.ts';
import { exampleCall } from '../../server/example-call.ts';

export const metadata: Metadata = {
  title: 'Docs',
  description: 'Every endpoint of this portal: what it takes, what it answers, and how to call it.',
  alternates: { canonical: '/docs' },
};

const link = 'text-accent underline underline-offset-4';

export default async function DocsPage() {
  await connection();
  const document = apiReference();
  const operations = apiOperations(document);
  const shapes = Object.entries(document.components.schemas);
  const example = { origin: document.servers[0]?.url ?? '', ...(await exampleCall()) };
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-x-12 px-4 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <DocsContents operations={operations} shapes={shapes.map(([name]) => name)} />
      <main className={`min-w-0 py-8 sm:py-10 ${fieldLook}`}>
        <h1 className="text-3xl font-semibold tracking-tight">Docs</h1>
        <p className="mt-3 max-w-prose text-quiet">
          What this portal answers, as its own{' '}
          <a href="/openapi.json" className={link}>
            OpenAPI document
          </a>{' '}
          describes it. The commands work as they stand here.
        </p>
        <Basics
          more={{
            fare: (
              <div className="mt-4">
                <CodeBlock text={callWithCeiling(example)} label="Command: a call with a ceiling" />
              </div>
            ),
            errors: (
              <p className="mt-2">
                <Link href="/problems" prefetch={false} className={link}>
                  All errors and what to do about each
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
        <section aria-labelledby="shapes" className="border-t border-line pt-10">
          <h2 id="shapes" className="scroll-mt-6 mb-4 text-xl font-semibold tracking-tight">
            Shapes
          </h2>
          {shapes.map(([name, schema]) => (
            <ShapeSection key={name} name={name} schema={schema} />
          ))}
        </section>
      </main>
    </div>
  );
}
