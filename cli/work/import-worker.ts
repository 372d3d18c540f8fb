import { parentPort, workerData } from 'node:worker_threads';
import { type DraftFile, draftCatalogue } from '../../lib/import/drafts/draft-catalogue.ts';
import {
  documentIdentity,
  isTellingSource,
  type Naming,
} from '../../lib/import/document/document-identity.ts';
import { type ImportedDocument, importDocument } from '../../lib/import/import-document.ts';
import { importReport, importSummary } from '../../lib/import/import-report.ts';
import type { DraftedDocument } from '../../lib/import/drafts/updated-drafts.ts';

export interface ImportRequest {
  source: Uint8Array;
  file: string;
  report: boolean;
  drafts: boolean;
  /** The address of the document, which its relative links start from. */
  url: string | undefined;
  naming: Naming;
}

export type ImportResponse =
  | { ok: false; reason: string }
  | { ok: true; report: string; summary: string; files: DraftFile[]; document: DraftedDocument };

function respond({ source, file, report, drafts, url, naming }: ImportRequest): ImportResponse {
  const result = importDocument(source, { counts: report, ...(url === undefined ? {} : { url }) });
  if (!result.ok) return result;
  return {
    ok: true,
    report: report ? JSON.stringify(importReport(result, file), null, 2) : '',
    summary: report ? '' : importSummary(result) + namingAdvice(result.document, naming),
    files: drafts ? draftCatalogue(result, naming) : [],
    document: {
      source: documentIdentity(result.document, naming).source,
      version: result.document.version,
      others: result.operations
        .filter(({ operation }) => operation === undefined)
        .map(({ method, path }) => ({ method, path })),
    },
  };
}

function namingAdvice(document: ImportedDocument, naming: Naming): string {
  const { source } = documentIdentity(document, naming);
  if (isTellingSource(source)) return '';
  return `Other documents are called "${source}", too. Name this one with --as NAME, to give its products slugs of their own.\n\n`;
}

/** Only `farebox import` starts this thread, with a request as its data. */
function requestOfThread(): ImportRequest {
  return workerData as ImportRequest;
}

parentPort?.postMessage(respond(requestOfThread()));
