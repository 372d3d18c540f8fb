import { problemCodeOf } from '../../lib/view/reply/problem-code.ts';

const longestData = 500;

/** An error event of a stream, from the portal or from the API. */
export function StreamFailure({ data }: { data: string }) {
  const code = problemCodeOf(data);
  return (
    <p className="border-b border-dashed border-line bg-accent-soft px-4 py-2 text-sm wrap-anywhere">
      <strong className="mr-2 font-semibold text-bad">Error</strong>
      {code === null ? (
        <>
          The API reported an error in the stream:{' '}
          <code className="font-mono text-xs">{data.slice(0, longestData)}</code>
        </>
      ) : (
        <>
          The reply broke off:{' '}
          <a href={`/problems/${code}`} className="text-accent underline underline-offset-4">
            {code}
          </a>
        </>
      )}
    </p>
  );
}
