import { problemExample } from '../../lib/problem/problem-example.ts';
import { type ProblemCode, problems } from '../../lib/problem/problems.ts';
import { statusText } from '../../lib/view/status-text.ts';
import { CodeBlock } from '../shell/code-block.tsx';

/** A complete response with the code. */
export function ProblemAnswer({ code }: { code: ProblemCode }) {
  const { status } = problems[code];
  const { headers, body } = problemExample(code);
  const lines = [
    `HTTP/1.1 ${status} ${statusText(status)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(body, null, 2),
  ];
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-lg font-semibold">Example response</h2>
      <CodeBlock text={lines.join('\n')} label="Example response" copies={false} />
    </section>
  );
}
