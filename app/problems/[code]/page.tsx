import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { isProblemCode, type ProblemCode, problems } from '../../../lib/problems.ts';
import { Markdown } from '../../../components/markdown.tsx';

interface Address {
  params: Promise<{ code: string }>;
}

export function generateStaticParams() {
  return Object.keys(problems).map((code) => ({ code }));
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  const { code } = await params;
  return { title: isProblemCode(code) ? problems[code].title : 'Unknown problem' };
}

export default async function ProblemPage({ params }: Address) {
  const { code } = await params;
  if (!isProblemCode(code)) notFound();
  return <ProblemText code={code} />;
}

function ProblemText({ code }: { code: ProblemCode }) {
  const { status, title, meaning, remedy } = problems[code];
  return (
    <main className="mx-auto max-w-2xl px-4 py-12 sm:px-6">
      <p className="font-mono text-sm text-quiet">
        {status} {code}
      </p>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight">{title}</h1>
      <h2 className="mt-6 font-semibold">What it means</h2>
      <Markdown text={meaning} />
      <h2 className="mt-6 font-semibold">How to mend it</h2>
      <Markdown text={remedy} />
    </main>
  );
}
