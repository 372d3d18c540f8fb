import type { ProblemCode } from '../problem/problems.ts';
import type { ApiDocument, SchemaNode } from '../reference/api-document.ts';
import type { ApiAnswer, ApiOperation, ApiParameter } from '../reference/api-operations.ts';
import { basics } from '../reference/basics.ts';
import { groupContent, problemShape } from '../reference/docs-content.ts';
import {
  type ApiGroup,
  basicsPage,
  callerGroups,
  docsAddress,
  type DocsPage,
  operatorGroups,
  referencePage,
} from '../reference/docs-pages.ts';
import {
  callWithCeiling,
  type CurlExample,
  operationCurl,
  failureCosts,
  type Newcomers,
  quickstart,
} from '../reference/quickstart.ts';
import { innerObject, schemaLimits, schemaType } from '../reference/described-operation.ts';
import { pageHead } from './page-head.ts';

/** The quickstart and the list of the other pages as Markdown. */
export function docsPage(example: CurlExample, newcomers: Newcomers): string {
  const { origin } = example;
  const line = pageLine(origin);
  return [
    pageHead('Docs', origin, '/docs'),
    '## Quickstart',
    ...quickstart(example, newcomers).flatMap(({ title, text, command, after }, index) => [
      `### ${index + 1}. ${title}`,
      text.replaceAll('](/', `](${origin}/`),
      ...(command === undefined ? costs() : [shell(command)]),
      ...(after === undefined ? [] : [after.replaceAll('](/', `](${origin}/`)]),
    ]),
    '## All pages',
    [
      line(basicsPage),
      line(referencePage),
      `- [Error codes](${origin}/problems.md)`,
      `- [Connect an agent](${origin}/connect.md): Model Context Protocol at \`${origin}/mcp\``,
      `- [OpenAPI 3.1 document of the portal](${origin}/openapi.json), with all schemas`,
      `- One for each product: \`${origin}/products/SLUG/openapi.json\``,
    ].join('\n'),
    `### API reference\n\n${callerGroups.map(line).join('\n')}`,
    `### For operators\n\n${operatorGroups.map(line).join('\n')}`,
  ].join('\n\n');
}

function costs(): string[] {
  return [failureCosts.map(({ what, cost }) => `- ${what}: ${cost}`).join('\n')];
}

function pageLine(origin: string) {
  return (page: DocsPage) => `- [${page.title}](${origin}${docsAddress(page)}.md): ${page.about}`;
}

/** The rules of every call as Markdown. */
export function basicsMarkdown(document: ApiDocument, example: CurlExample): string {
  const problem = document.components.schemas[problemShape];
  return [
    pageHead(basicsPage.title, example.origin, docsAddress(basicsPage)),
    ...basics.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n')),
    ...(problem ? [fieldLines(problem).join('\n')] : []),
    '## A call with a price limit',
    shell(callWithCeiling(example)),
  ].join('\n\n');
}

/** All endpoints as Markdown, each in a line. */
export function referenceMarkdown(document: ApiDocument, origin: string): string {
  const groupText = (group: ApiGroup) => [
    `### [${group.name}](${origin}${docsAddress(group)}.md)`,
    groupContent(document, group)
      .operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`)
      .join('\n'),
  ];
  return [
    pageHead(referencePage.title, origin, docsAddress(referencePage)),
    `All schemas are in the [OpenAPI 3.1 document](${origin}/openapi.json).`,
    '## Endpoints',
    ...callerGroups.flatMap(groupText),
    '## Endpoints of operators',
    ...operatorGroups.flatMap(groupText),
  ].join('\n\n');
}

/** A group of endpoints as Markdown, with the schemas that they refer to. */
export function groupMarkdown(document: ApiDocument, group: ApiGroup, example: CurlExample): string {
  const { operations, shapes } = groupContent(document, group);
  return [
    pageHead(group.title, example.origin, docsAddress(group)),
    `${group.about} Each endpoint can also answer \`method-not-allowed\` and \`internal\`.`,
    ...operations.map((operation) => operationText(operation, example)),
    ...(shapes.length === 0 ? [] : ['## Schemas']),
    ...shapes.map(({ name, schema }) => [`### ${name}`, ...schemaText(schema)].join('\n\n')),
  ].join('\n\n');
}

/** Any endpoint has these errors. */
const everywhere: ProblemCode[] = ['method-not-allowed', 'internal'];

function operationText(operation: ApiOperation, example: CurlExample): string {
  const { method, path, summary, description, parameters, body, answers, problems } = operation;
  const codes = problems.flatMap((one) => one.codes).filter((code) => !everywhere.includes(code));
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    ...(description === undefined ? [] : [description]),
    shell(operationCurl(operation, example)),
    ...(parameters.length === 0 ? [] : [parameters.map(parameterLine).join('\n')]),
    ...(body ? ['Request body:', ...schemaText(body)] : []),
    ...answers.flatMap(answerText),
    ...(codes.length === 0 ? [] : [`Errors: ${codes.map((code) => `\`${code}\``).join(', ')}.`]),
  ].join('\n\n');
}

function parameterLine({ in: place, name, required, description, schema }: ApiParameter): string {
  return `- \`${name}\` (${place}${required ? ', required' : ''}, ${typeText(schema)})${described(description)}`;
}

function answerText({ status, description, headers, schema }: ApiAnswer): string[] {
  return [
    `Response ${status}: ${description}`,
    ...(headers.length === 0
      ? []
      : [headers.map((header) => `- header \`${header.name}\`${described(header.description)}`).join('\n')]),
    ...(schema ? schemaText(schema) : []),
  ];
}

/** The fields of an object, or the type of another value. */
function schemaText(schema: SchemaNode): string[] {
  const fields = fieldLines(schema);
  return fields.length === 0 ? [`Type: ${typeText(schema)}`] : [fields.join('\n')];
}

function fieldLines(schema: SchemaNode, indent = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = innerObject(field);
    const optional = schema.required?.includes(name) ? '' : ', optional';
    return [
      `${indent}- \`${name}\` (${typeText(field)}${optional})${described(field.description)}`,
      ...(inner ? fieldLines(inner, `${indent}  `) : []),
    ];
  });
}

function typeText(schema: SchemaNode): string {
  const type = schemaType(schema).map(({ text }) => text);
  return [type.join(''), ...schemaLimits(schema)].join(', ');
}

function described(description = ''): string {
  return description === '' ? '' : `: ${description}`;
}

function shell(command: string): string {
  return `\`\`\`sh\n${command}\n\`\`\``;
}
