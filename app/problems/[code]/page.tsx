import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { Markdown } from '../../../components/markdown.tsx';
import { ProblemAnswer } from '../../../components/problems/problem-answer.tsx';
import { withContact } from '../../../lib/face/contact.ts';
import type { Face } from '../../../lib/face/face.ts';
import { markdownLink } from '../../../lib/markdown/page-head.ts';
import { isProblemCode, type ProblemCode, problems } from '../../../lib/problem/problems.ts';
import { apiOperations } from '../../../lib/reference/api-operations.ts';
import { operationAddress } from '../../../lib/reference/docs-content.ts';
import { portal } from '../../../server/doors/current-portal.ts';

interface Address {
  params: Promise<{ code: string }>;
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  const { code } = await params;
  if (!isProblemCode(code)) return { title: 'Unknown error' };
  const { title, meaning } = problems[code];
  const canonical = `/problems/${code}`;
  return { title, description: meaning, alternates: { canonical, types: markdownLink(canonical) } };
}

export default async function ProblemPage({ params }: Address) {
  const { code } = await params;
  if (!isProblemCode(code)) notFound();
  return <ProblemText code={code} face={await portal().context.face.read()} />;
}

function ProblemText({ code, face }: { code: ProblemCode; face: Face }) {
  const { status, title, meaning, remedy } = problems[code];
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>:not(p)]:max-w-3xl">
      <p className="text-sm">
        <Link
          href="/problems"
          prefetch={false}
          className="text-quiet underline-offset-4 hover:text-ink hover:underline"
        >
          Errors
        </Link>
      </p>
      <p className="mt-4 font-mono text-sm text-quiet">
        {status} {code}
      </p>
      <h1 className="mt-1 text-3xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-6 rounded-lg border border-line bg-card [&_code]:rounded [&_code]:bg-sunk [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_p]:mt-1 [&_p]:max-w-prose">
        <section className="px-5 py-4">
          <h2 className="text-sm font-semibold">Meaning</h2>
          <Markdown text={meaning} isOwn />
        </section>
        <section className="border-t border-dashed border-line px-5 py-4">
          <h2 className="text-sm font-semibold">Solution</h2>
          <Markdown text={withContact(remedy, face)} isOwn />
        </section>
      </div>
      <ProblemAnswer code={code} />
      <AnsweredBy code={code} />
    </main>
  );
}

/** The endpoints whose description names the code. */
async function AnsweredBy({ code }: { code: ProblemCode }) {
  const operations = apiOperations(await portal().reference()).filter((operation) =>
    operation.problems.some(({ codes }) => codes.includes(code)),
  );
  if (operations.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="text-lg font-semibold">Returned by</h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {operations.map(({ id, group, method, path, summary }) => (
          <li key={id}>
            <Link
              href={operationAddress({ id, group })}
              prefetch={false}
              className="group flex flex-wrap items-baseline justify-between gap-x-6 py-2"
            >
              <span className="text-sm group-hover:underline">{summary}</span>
              <span className="font-mono text-xs break-all text-quiet">
                {method} {path}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
