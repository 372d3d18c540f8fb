import { isProblemCode, type ProblemCode } from '../problem/problems.ts';
import type { ApiDocument, SchemaNode } from './api-document.ts';

type Described = ApiDocument['paths'][string][string];

export interface ApiParameter {
  in: string;
  name: string;
  required: boolean;
  description: string;
  schema: SchemaNode;
}

export interface ApiAnswer {
  status: string;
  description: string;
  headers: { name: string; description: string; schema: SchemaNode }[];
  schema: SchemaNode | undefined;
}

/** An endpoint in the API reference. */
export interface ApiOperation {
  id: string;
  /** Its tag. */
  group: string;
  method: string;
  path: string;
  summary: string;
  description: string | undefined;
  parameters: ApiParameter[];
  body: SchemaNode | undefined;
  answers: ApiAnswer[];
  problems: { status: string; codes: ProblemCode[] }[];
}

const made = new WeakMap<ApiDocument, ApiOperation[]>();

/** The same for each page as long as the document is. */
export function apiOperations(document: ApiDocument): ApiOperation[] {
  const operations =
    made.get(document) ??
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => apiOperation(method.toUpperCase(), path, one)),
    );
  made.set(document, operations);
  return operations;
}

function apiOperation(method: string, path: string, operation: Described): ApiOperation {
  const answers = Object.entries(operation.responses);
  return {
    id: operation.operationId,
    group: operation.tags[0] ?? '',
    method,
    path,
    summary: operation.summary,
    description: operation.description,
    parameters: (operation.parameters ?? []).map((parameter) => ({
      ...parameter,
      required: parameter.required ?? false,
      description: parameter.description ?? '',
    })),
    body: operation.requestBody && schemaOf(operation.requestBody.content),
    answers: answers
      .filter(([status]) => Number(status) < 400)
      .map(([status, { description, headers, content }]) => ({
        status,
        description,
        headers: Object.entries(headers ?? {}).map(([name, header]) => ({
          name,
          description: header.description ?? '',
          schema: header.schema,
        })),
        schema: content && schemaOf(content),
      })),
    problems: answers
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { description }]) => ({ status, codes: codesIn(description) })),
  };
}

function schemaOf(content: NonNullable<Described['requestBody']>['content']): SchemaNode | undefined {
  return Object.values(content)[0]?.schema;
}

/** The document lists codes as `code`, each before its title. */
function codesIn(description: string): ProblemCode[] {
  return [...description.matchAll(/`([a-z-]+)`:/g)].map(([, code = '']) => code).filter(isProblemCode);
}
