import { parentPort, workerData } from 'node:worker_threads';
import { type DraftFile, draftCatalogue } from '../lib/import/draft-catalogue.ts';
import { documentIdentity, isTellingSource, type Naming } from '../lib/import/document-identity.ts';
import { type ImportedDocument, importDocument } from '../lib/import/import-document.ts';
import { importReport } from '../lib/import/import-report.ts';
import { importSummary } from '../lib/import/import-summary.ts';

export interface ImportQuestion {
  source: Uint8Array;
  file: string;
  report: boolean;
  drafts: boolean;
  /** Where the document was found. */
  url: string | undefined;
  naming: Naming;
}

export type ImportAnswer =
  | { ok: false; reason: string }
  | { ok: true; report: string; summary: string; files: DraftFile[] };

function answer({ source, file, report, drafts, url, naming }: ImportQuestion): ImportAnswer {
  const result = importDocument(source, { counts: report, ...(url === undefined ? {} : { url }) });
  if (!result.ok) return result;
  return {
    ok: true,
    report: report ? JSON.stringify(importReport(result, file), null, 2) : '',
    summary: report ? '' : importSummary(result) + namingAdvice(result.document, naming),
    files: drafts ? draftCatalogue(result, naming) : [],
  };
}

function namingAdvice(document: ImportedDocument, naming: Naming): string {
  const { source } = documentIdentity(document, naming);
  if (isTellingSource(source)) return '';
  return `Other documents are called "${source}", too. Name this one with --as NAME, so that its products have slugs of their own.\n\n`;
}

/** The thread is started by `farebox import` alone, which hands over a question. */
function question(): ImportQuestion {
  return workerData as ImportQuestion;
}

parentPort?.postMessage(answer(question()));
