import Link from 'next/link';
import { callProblems } from '../../lib/problem/call-problems.ts';
import { problemExample } from '../../lib/problem/problem-example.ts';
import type { DescribedResponse } from '../../lib/reference/described-operation.ts';
import type { Defs } from '../../lib/schema/schema-references.ts';
import { CodeText } from '../shell/code-text.tsx';
import { Code } from './code.tsx';
import { ResponseView } from './reference-responses.tsx';

const link = 'text-accent underline underline-offset-4';

/** The errors of the API as a caller sees them, and those of the portal. */
export function Errors({ responses, defs }: { responses: DescribedResponse[]; defs: Defs }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <p className="max-w-prose">
        <CodeText text="Errors are `application/problem+json`. If the API rejects a call, `upstream` has its status and body:" />
      </p>
      <Code text={JSON.stringify(problemExample('upstream-rejected').body, null, 2)} language="json" />
      {responses.map((response) => (
        <div key={response.status} className="grid grid-cols-1 gap-2 border-t border-line pt-4">
          <ResponseView response={response} defs={defs} path={`error-${response.status}`} />
          <Becomes status={response.status} />
        </div>
      ))}
      <details className="text-sm">
        <summary className="w-fit cursor-pointer py-1 text-quiet hover:text-ink">
          {portalCodes.length} error codes of calls
        </summary>
        <dl className="mt-2 divide-y divide-line border-y border-line">
          {portalCodes.map((code) => (
            <div key={code} className="grid gap-x-4 py-2 sm:grid-cols-[3rem_16rem_minmax(0,1fr)]">
              <dt className="contents">
                <span className="tabular-nums text-quiet">{callProblems[code].status}</span>
                <a href={`/problems/${code}`} className={`font-mono break-all ${link}`}>
                  {code}
                </a>
              </dt>
              <dd>{callProblems[code].title}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3">
          <Link href="/problems" prefetch={false} className={link}>
            All error codes
          </Link>
        </p>
      </details>
    </div>
  );
}

type CallCode = keyof typeof callProblems;

/** Guaranteed by `Object.keys` of a constant object. */
function codesOfCalls(): CallCode[] {
  return Object.keys(callProblems) as CallCode[];
}

const portalCodes = codesOfCalls();

/** The response for this status of the API. */
function Becomes({ status }: { status: string }) {
  const code = codeFor(status);
  if (code === undefined) return null;
  return (
    <p className="text-sm text-quiet">
      Returned as {callProblems[code].status}{' '}
      <a href={`/problems/${code}`} className={`font-mono ${link}`}>
        {code}
      </a>
    </p>
  );
}

function codeFor(status: string): CallCode | undefined {
  if (status === '401' || status === '403') return 'upstream-auth';
  if (status === '429') return 'upstream-busy';
  if (/^3/.test(status)) return 'upstream-redirect';
  if (/^4/.test(status)) return 'upstream-rejected';
  return /^5/.test(status) ? 'upstream-failed' : undefined;
}
