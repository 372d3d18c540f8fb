import type { ProblemCode } from '../problem/problems.ts';
import type { ApiOperation, ApiParameter } from '../reference/api-operations.ts';
import { basics } from '../reference/basics.ts';
import { callWithCeiling, type CurlExample } from '../reference/operation-curl.ts';
import { pageHead } from './page-head.ts';

/** The rules of the API and its endpoints as Markdown. Schemas are in the OpenAPI document. */
export function docsPage(operations: ApiOperation[], example: CurlExample): string {
  const { origin } = example;
  return [
    pageHead('Docs', origin, '/docs'),
    [
      `- [OpenAPI 3.1 document of the portal](${origin}/openapi.json), with all schemas`,
      `- One for each product: \`${origin}/products/SLUG/openapi.json\``,
      `- [Error codes](${origin}/problems.md)`,
      `- Model Context Protocol: \`${origin}/mcp\``,
    ].join('\n'),
    ...basics.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n')),
    '## A call with a price limit',
    `\`\`\`sh\n${callWithCeiling(example)}\n\`\`\``,
    '## Endpoints',
    'Any of them can also answer `method-not-allowed` and `internal`.',
    ...operations.filter((one) => !isOfOperators(one)).map(operationText),
    '## Endpoints of operators',
    operations.filter(isOfOperators).map(operationLine).join('\n'),
  ].join('\n\n');
}

function isOfOperators({ path }: ApiOperation): boolean {
  return path.startsWith('/api/operator/');
}

/** Nobody else can use them, so they are only named. */
function operationLine({ method, path, summary }: ApiOperation): string {
  return `- \`${method} ${path}\`: ${summary}`;
}

/** Any endpoint has these errors. */
const everywhere: ProblemCode[] = ['method-not-allowed', 'internal'];

function operationText({ method, path, summary, description, parameters, problems }: ApiOperation): string {
  const codes = problems.flatMap((one) => one.codes).filter((code) => !everywhere.includes(code));
  return [
    `### ${summary}`,
    `\`${method} ${path}\``,
    ...(description === undefined ? [] : [description]),
    ...(parameters.length === 0 ? [] : [parameters.map(parameterLine).join('\n')]),
    ...(codes.length === 0 ? [] : [`Errors: ${codes.map((code) => `\`${code}\``).join(', ')}.`]),
  ].join('\n\n');
}

function parameterLine({ in: place, name, required, description }: ApiParameter): string {
  return `- \`${name}\` (${place}${required ? ', required' : ''})${description === '' ? '' : `: ${description}`}`;
}
