import { parentPort } from 'node:worker_threads';
import {
  documentIdentity,
  isTellingSource,
  type Naming,
} from '../../lib/import/document/document-identity.ts';
import { draftCatalogue } from '../../lib/import/drafts/draft-catalogue.ts';
import { type ImportedDocument, importDocument } from '../../lib/import/import-document.ts';
import { importReport, importSummary } from '../../lib/import/import-report.ts';
import { breakingOf, compareVersions } from './compare-versions.ts';
import { compileVersion } from '../products/compiled-version.ts';
import { fieldHints } from './field-hints.ts';
import type { Answers, DraftFilesAnswer, Requests } from './import-thread.ts';
import { readConsoleApi, readConsoleEntries } from './read-console-entries.ts';
import { ReadDocument } from './read-document.ts';
import { readEditedEntry } from './read-edited-entry.ts';
import { reckonPreview } from './reckon-preview.ts';
import { ReckonBacktest } from './reckon-backtest.ts';

/** The document that was read last, of which parts are asked for. */
let document: ReadDocument | undefined;
let backtest: ReckonBacktest | undefined;

const work: { [Kind in keyof Requests]: (request: Requests[Kind]) => Answers[Kind] } = {
  files: draftFiles,
  document({ source, url, knownAs }) {
    const result = importDocument(source, { ...(url !== null && { url }), onProgress: tellProgress() });
    if (!result.ok) return result;
    document = new ReadDocument(result, knownAs);
    return { ok: true, ...document.facts };
  },
  part({ index }) {
    if (!document) throw new Error('No document was read.');
    return document.part(index);
  },
  breaking({ changed, servers }) {
    const pairs = changed.flatMap(({ offset, before }) => {
      const entry = document?.lastEntry(offset);
      return entry ? [{ entry, before }] : [];
    });
    return breakingOf(pairs, servers);
  },
  versions: compareVersions,
  entries: readConsoleEntries,
  edited: readEditedEntry,
  preview: reckonPreview,
  fields: (row) => fieldHints(compileVersion(row).shape),
  api: readConsoleApi,
  backtest(drafts) {
    backtest = new ReckonBacktest(drafts);
    return null;
  },
  calls: (calls) => begun(backtest).add(calls),
  inputs(inputs) {
    begun(backtest).addInputs(inputs);
    return null;
  },
  sum: ({ mostAccounts }) => begun(backtest).sum(mostAccounts),
  replay(wish) {
    begun(backtest).beginReplay(wish);
    return null;
  },
  replayCalls: (calls) => begun(backtest).addReplayed(calls),
  replayInputs(inputs) {
    begun(backtest).addReplayedInputs(inputs);
    return null;
  },
  replayed: ({ isLast }) => begun(backtest).replay(isLast),
};

function begun<What>(what: What | undefined): What {
  if (what === undefined) throw new Error('It was not begun.');
  return what;
}

function draftFiles({ source, file, report, drafts, url, naming }: Requests['files']): DraftFilesAnswer {
  const result = importDocument(source, { counts: report, ...(url === undefined ? {} : { url }) });
  if (!result.ok) return result;
  return {
    ok: true,
    report: report ? JSON.stringify(importReport(result, file), null, 2) : '',
    summary: report ? '' : importSummary(result, naming) + namingAdvice(result.document, naming),
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

const tellEveryMs = 250;

function tellProgress(): (done: number, all: number) => void {
  let toldAt = performance.now();
  return (done, all) => {
    const now = performance.now();
    if (now - toldAt < tellEveryMs) return;
    toldAt = now;
    parentPort?.postMessage({ progress: { done, all } });
  };
}

/** Guaranteed by `ImportThread`, which alone sends requests. */
interface Asked<Kind extends keyof Requests> {
  kind: Kind;
  request: Requests[Kind];
}

parentPort?.on('message', <Kind extends keyof Requests>({ kind, request }: Asked<Kind>) => {
  parentPort?.postMessage({ answer: work[kind](request) });
});
