import { type BoundRequest, bindInput } from '../bind/bind.ts';
import { inputShape } from '../operation/input-shape.ts';
import type { JsonObject } from '../json/json.ts';
import { type Fidelity, totalFidelity } from './fidelity.ts';
import type { ImportedOperation, ImportResult, Loss } from './import-document.ts';

export interface ImportReport {
  /** Losses outside operations: missing parts, and losses from reading the text. */
  document: {
    title: string;
    version: string;
    openapi: string;
    file: string;
    losses: Loss[];
    fidelity: Fidelity;
  };
  operations: {
    id: string;
    method: string;
    path: string;
    imported: boolean;
    losses: Loss[];
    example: JsonObject | null;
    request: ReportedRequest | null;
  }[];
}

/** Repeated headers are joined as in HTTP. A binary body is a data URL. */
export interface ReportedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The output of `farebox import --json`: checks a document without a network. */
export function importReport(result: Extract<ImportResult, { ok: true }>, file: string): ImportReport {
  const { title, version, openapi, losses } = result.document;
  return {
    document: {
      title,
      version,
      openapi,
      file,
      losses,
      fidelity: totalFidelity(result.operations.flatMap((operation) => operation.fidelity ?? [])),
    },
    operations: result.operations.map((operation) => ({
      id: operation.id,
      method: operation.method,
      path: operation.path,
      imported: operation.imported,
      losses: operation.losses,
      example: operation.example ?? null,
      request: reportedRequest(operation),
    })),
  };
}

export function reportedRequest({ operation, example }: ImportedOperation): ReportedRequest | null {
  if (operation === undefined || example === undefined) return null;
  const bound = bindInput(operation, inputShape(operation), example);
  if (!bound.ok) return null;
  const headers: Record<string, string> = {};
  for (const [name, value] of bound.request.headers) {
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return {
    method: bound.request.method,
    url: bound.request.url,
    headers,
    body: bodyText(bound.request, headers),
  };
}

function bodyText({ body }: BoundRequest, headers: Record<string, string>): string | null {
  if (body === undefined || typeof body === 'string') return body ?? null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    // Bytes that are not UTF-8 stay bytes.
    return `data:${headers['content-type'] ?? 'application/octet-stream'};base64,${Buffer.from(body).toString('base64')}`;
  }
}
