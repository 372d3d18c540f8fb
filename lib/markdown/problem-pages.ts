import { problemExample } from '../problem/problem-example.ts';
import { type ProblemCode, problems } from '../problem/problems.ts';
import { pageHead } from './page-head.ts';

/** All errors as Markdown. */
export function problemsPage(origin: string): string {
  const lines = Object.entries(problems)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, title }]) => `- [${code}](${origin}/problems/${code}.md): ${status}, ${title}`);
  return [
    pageHead('Errors', origin, '/problems'),
    'Every error is `application/problem+json` with a stable `code`. 4xx errors are caused by the request; 5xx errors by the portal or the API.',
    lines.join('\n'),
  ].join('\n\n');
}

/** One error as Markdown. */
export function problemPage(origin: string, code: ProblemCode): string {
  const { status, title, meaning, remedy } = problems[code];
  return [
    pageHead(title, origin, `/problems/${code}`),
    `- Status: ${status}\n- Code: \`${code}\``,
    `## Meaning\n\n${withOrigin(meaning, origin)}`,
    `## Solution\n\n${withOrigin(remedy, origin)}`,
    `## Example\n\n\`\`\`json\n${JSON.stringify(problemExample(code).body, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

/** Links still lead to the portal where the page is stored elsewhere. */
function withOrigin(text: string, origin: string): string {
  return text.replaceAll('](/', `](${origin}/`);
}
