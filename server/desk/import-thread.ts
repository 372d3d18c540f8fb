import { Worker } from 'node:worker_threads';
import type { Naming } from '../../lib/import/document/document-identity.ts';
import type { DraftFile } from '../../lib/import/drafts/draft-catalogue.ts';
import type { DraftedDocument } from '../../lib/import/drafts/updated-drafts.ts';
import type { OperationDifference } from '../../lib/operator/imports.ts';
import type { VersionRow } from '../store/catalogue/catalogue.ts';
import type { KeptInputRow } from '../store/calls/read-call-facts.ts';
import type { StoredProduct } from '../store/catalogue/read-publications.ts';
import type { VersionsRequest } from './compare-versions.ts';
import type { ApiRequest, EntriesRequest, ReadConsoleApi, ReadConsoleEntry } from './read-console-entries.ts';
import type { Outlook } from '../../lib/backtest/replay.ts';
import type { BacktestCalls, ReckonedBacktest, ReplayCalls } from './reckon-backtest.ts';
import type { ReplayWish } from './replay-by-drafts.ts';
import type { FieldHint } from '../../lib/operator/price-preview.ts';
import type { PreviewRequest, ReckonedPreview } from './reckon-preview.ts';
import type { DocumentFacts, ImportedPart } from './read-document.ts';
import type { EditedEntry, ReadEditedEntry } from './read-edited-entry.ts';
import { ThreadEnded } from './thread-ended.ts';

/** Documents of 1,000 operations take seconds. A document that takes longer is an attack or a mistake. */
const timeLimitMs = 120_000;
const memoryLimitMb = 2048;
/** Nearly all that an import makes stays until its end: collecting young values seldom takes a tenth less time. */
const youngMemoryMb = 192;

/** What the thread is asked for. */
export interface Requests {
  /** The drafts as files, for the command line. */
  files: {
    source: Uint8Array;
    file: string;
    report: boolean;
    drafts: boolean;
    /** The address of the document, which its relative links start from. */
    url: string | undefined;
    naming: Naming;
  };
  /** A document for the console, whose operations follow in parts. */
  document: {
    source: Uint8Array;
    url: string | null;
    /** The name that an earlier version has in the catalogue. */
    knownAs: string | null;
  };
  part: { index: number };
  /** What breaks callers, of operations of the part that was asked for last, by their places in it. */
  breaking: { changed: { offset: number; before: StoredProduct }[]; servers: Record<string, string> };
  versions: VersionsRequest;
  /** Entries that the console publishes. */
  entries: EntriesRequest;
  edited: EditedEntry;
  preview: PreviewRequest;
  /** Of the input of a version. */
  fields: VersionRow;
  api: ApiRequest;
  /** Drafts, by which calls that follow in pages are priced. */
  backtest: VersionRow[];
  calls: BacktestCalls;
  inputs: { keys: number[]; inputs: KeptInputRow[] };
  sum: { mostAccounts: number };
  /** An account whose calls follow in pages, each with its inputs. */
  replay: ReplayWish;
  replayCalls: ReplayCalls;
  replayInputs: { keys: number[]; inputs: KeptInputRow[] };
  /** What became of it by the calls so far. */
  replayed: { isLast: boolean };
}

interface Refused {
  ok: false;
  reason: string;
}

export type DraftFilesAnswer =
  | Refused
  | { ok: true; report: string; summary: string; files: DraftFile[]; document: DraftedDocument };

export interface Answers {
  files: DraftFilesAnswer;
  document: Refused | ({ ok: true } & DocumentFacts);
  part: ImportedPart;
  /** In the order of the request. */
  breaking: string[][];
  versions: OperationDifference;
  entries: ReadConsoleEntry[];
  edited: ReadEditedEntry;
  preview: ReckonedPreview;
  fields: FieldHint[];
  api: ReadConsoleApi;
  backtest: null;
  /** The keys of calls whose input may say more. */
  calls: number[];
  inputs: null;
  sum: ReckonedBacktest;
  replay: null;
  /** The keys of calls whose input may say more. */
  replayCalls: number[];
  replayInputs: null;
  /** By each draft; null if more calls have to be seen. */
  replayed: Outlook[] | null;
}

export interface Progress {
  done: number;
  all: number;
}

interface Told<Kind extends keyof Requests> {
  progress?: Progress;
  answer?: Answers[Kind];
}

/** Reads documents and entries in a thread, which can be ended whatever they make it do. */
export class ImportThread {
  readonly #worker: Worker;
  #settle: ((ended: ThreadEnded) => void) | undefined;
  #ended: ThreadEnded | undefined;

  constructor(readonly onProgress: (progress: Progress) => void = () => {}) {
    this.#worker = new Worker(new URL('./import-thread.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: youngMemoryMb },
    });
    this.#worker.on('error', ({ message }) => this.#end(`reading it failed (${message})`));
    this.#worker.on('exit', (code) => this.#end(`reading it ended early (code ${code})`));
  }

  /** Asks for one thing after another. Rejects with `ThreadEnded`. */
  ask<Kind extends keyof Requests>(kind: Kind, request: Requests[Kind]): Promise<Answers[Kind]> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      const timer = setTimeout(
        () => this.#end(`it takes more than ${timeLimitMs / 1000} seconds`),
        timeLimitMs,
      );
      const hear = ({ progress, answer }: Told<Kind>) => {
        if (progress) this.onProgress(progress);
        if (answer === undefined) return;
        leave();
        resolve(answer);
      };
      const leave = () => {
        clearTimeout(timer);
        this.#worker.off('message', hear);
        this.#settle = undefined;
      };
      this.#settle = (ended) => {
        leave();
        reject(ended);
      };
      this.#worker.on('message', hear);
      this.#worker.postMessage({ kind, request });
    });
  }

  close(): void {
    this.#end('it was stopped');
  }

  #end(reason: string): void {
    // The first reason is the cause of the others.
    this.#ended ??= new ThreadEnded(reason);
    this.#settle?.(this.#ended);
    void this.#worker.terminate();
  }
}
