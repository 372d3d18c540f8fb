import { type BoundRequest, bindInput } from '../bind/bind.ts';
import type { JsonObject } from '../json/json.ts';
import { inputShape } from '../operation/input-shape.ts';
import { documentIdentity, documentSlugs, type Naming } from './document/document-identity.ts';
import { type Fidelity, totalFidelity } from './fidelity.ts';
import type { ImportedOperation, ImportResult, Loss } from './import-document.ts';

interface ImportReport {
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
interface ReportedRequest {
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

/** Why a document is refused whole. */
export function notImported(what: string, reason: string): string {
  return `${what} is not an OpenAPI document that can be imported: ${reason}.`;
}

/** Losses shown for each operation. The drafts and the report have all of them. */
const maxShownLosses = 5;

/** The result of an import, operation by operation, for people: each with the slug that its product gets. */
export function importSummary(
  { document, operations }: Extract<ImportResult, { ok: true }>,
  naming?: Naming,
): string {
  const imported = operations.filter(({ operation }) => operation !== undefined);
  const slugs = documentSlugs(imported, documentIdentity(document, naming).prefix);
  const lines = [
    `${document.title || 'A document without a title'} ${document.version} (OpenAPI ${document.openapi})`,
    ...document.losses.slice(0, maxShownLosses).map(({ pointer, what }) => `    ${pointer || '/'}: ${what}`),
    ...(document.losses.length > maxShownLosses
      ? [`    and ${moreLosses(document.losses.length - maxShownLosses)}`]
      : []),
    '',
  ];
  for (const { id, method, path, imported: isWhole, losses } of operations) {
    const slug = slugs.get(id);
    const product = slug === undefined ? '' : `  as ${slug}`;
    lines.push(`${isWhole ? 'imported' : 'NOT IMPORTED'}  ${method.toUpperCase()} ${path}${product}`);
    const shown = isWhole ? losses.slice(0, maxShownLosses) : losses.slice(-maxShownLosses);
    for (const { pointer, what } of shown) lines.push(`    ${pointer || '/'}: ${what}`);
    if (losses.length > shown.length) lines.push(`    and ${moreLosses(losses.length - shown.length)}`);
  }
  const done = operations.filter((operation) => operation.imported).length;
  const losses = operations.reduce((sum, operation) => sum + operation.losses.length, document.losses.length);
  lines.push(
    '',
    `${done} of ${operations.length} operations imported. ${losses === 1 ? '1 loss is' : `${losses} losses are`} listed above.`,
    '',
  );
  return lines.join('\n');
}

function moreLosses(count: number): string {
  return count === 1 ? '1 more loss' : `${count} more losses`;
}
