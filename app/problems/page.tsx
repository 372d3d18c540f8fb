import type { Metadata } from 'next';
import Link from 'next/link';
import { markdownLink } from '../../lib/markdown/page-head.ts';
import { type ProblemCode, problems } from '../../lib/problem/problems.ts';
import { statusText } from '../../lib/view/status-text.ts';

export const metadata: Metadata = {
  title: 'Errors',
  description: 'Every error code of this portal, with its meaning and solution.',
  alternates: { canonical: '/problems', types: markdownLink('/problems') },
};

export default function ProblemsPage() {
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>:not(p)]:max-w-3xl">
      <h1 className="text-3xl font-semibold tracking-tight">Errors</h1>
      <p className="mt-3 max-w-prose text-quiet">
        Every error has a stable code and a page that explains it. 4xx errors are caused by the request; 5xx
        errors by the portal or the API.
      </p>
      {byStatus().map(({ status, codes }) => (
        <section key={status} aria-labelledby={`status-${status}`} className="mt-8">
          <h2 id={`status-${status}`} className="text-sm text-quiet">
            <span className="font-semibold text-ink tabular-nums">{status}</span> {statusText(status)}
          </h2>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {codes.map((code) => (
              <li key={code}>
                <Link
                  href={`/problems/${code}`}
                  prefetch={false}
                  className="group grid gap-x-6 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]"
                >
                  <span className="font-mono text-sm text-accent group-hover:underline">{code}</span>
                  <span className="text-sm">{problems[code].title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

function byStatus(): { status: number; codes: ProblemCode[] }[] {
  const codes = problemCodes();
  const statuses = [...new Set(codes.map((code) => problems[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => ({
    status,
    codes: codes.filter((code) => problems[code].status === status),
  }));
}

/** The keys of an object that is a constant: it has no others. */
function problemCodes(): ProblemCode[] {
  return Object.keys(problems) as ProblemCode[];
}
