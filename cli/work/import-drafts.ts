import { countOf } from '../../lib/text/numbers.ts';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Naming } from '../../lib/import/document/document-identity.ts';
import type { DraftFile } from '../../lib/import/drafts/draft-catalogue.ts';
import { notImported } from '../../lib/import/import-report.ts';
import { updateSummary } from '../../lib/import/update-summary.ts';
import { type UpdatedFile, updatedDrafts } from '../../lib/import/drafts/updated-drafts.ts';
import { decodeText, maxDocumentBytes, refusedEarly } from '../../lib/import/document/read-document.ts';
import { CatalogueFile, mistakeText } from '../../server/catalogue/catalogue-file.ts';
import { makeFolder, readRegularFile } from '../../server/files/read-regular-file.ts';
import { type DraftFilesAnswer, ImportThread, type Requests } from '../../server/desk/import-thread.ts';
import { isThreadEnded } from '../../server/desk/thread-ended.ts';
import { print, Refusal, readStandardInput } from '../print.ts';

const standardInput = 'Standard input';
/** The limit of a catalogue file. */
const maxDraftBytes = 1024 * 1024;

export interface ImportOptions {
  file: string;
  out: string | undefined;
  update: boolean;
  json: boolean;
  url: string | undefined;
  naming: Naming;
}

/** Reads the document, writes the drafts where `out` asks for them, and prints the summary or the report. */
export async function importDrafts({ file, out, update, json, url, naming }: ImportOptions): Promise<void> {
  const isInput = file === '-';
  const source = isInput ? await readInput() : readSource(file);
  const refused = refusedEarly(decodeText(source));
  const response: DraftFilesAnswer =
    refused === undefined
      ? await importInThread({
          source,
          file: basename(file),
          report: json,
          drafts: out !== undefined,
          url,
          naming,
        })
      : { ok: false, reason: refused };
  if (!response.ok) throw new Refusal(notImported(isInput ? standardInput : file, response.reason));
  const updates = out !== undefined && update ? updatedFiles(out, response) : [];
  if (out !== undefined) refuseUnpublishable(response.files);
  if (out !== undefined) writeDrafts(out, update ? updates : response.files, update);
  if (json) print(`${response.report}\n`);
  else print(response.summary + updateSummary(updates) + closingText(out, response.files.length));
}

function readSource(file: string): Uint8Array {
  if (/^https?:/i.test(file))
    throw new Refusal(
      `Import reads a file, not an address. Fetch the document, and give - for it: curl -fsSL '${file}' | npm run farebox -- import -`,
    );
  const reading = readRegularFile(file, maxDocumentBytes);
  if (reading.ok) return new Uint8Array(reading.bytes);
  if (reading.why === 'too-large')
    throw new Refusal(`${file} has ${reading.size} bytes; import reads 64 MiB at most.`);
  throw new Refusal(`${file} ${reading.reason}.`);
}

async function readInput(): Promise<Uint8Array> {
  const tooLarge = `${standardInput} has more than 64 MiB, which is what import reads at most.`;
  return new Uint8Array(await readStandardInput({ mostBytes: maxDocumentBytes, tooLarge }));
}

/** Works in a thread, which can be ended whatever the document makes it do. */
async function importInThread(request: Requests['files']): Promise<DraftFilesAnswer> {
  const thread = new ImportThread();
  try {
    return await thread.ask('files', request);
  } catch (error) {
    if (!isThreadEnded(error)) throw error;
    return { ok: false, reason: error.message };
  } finally {
    thread.close();
  }
}

/** The drafts, with the operator's changes to earlier drafts of the same document. */
function updatedFiles(
  out: string,
  { files, document }: Extract<DraftFilesAnswer, { ok: true }>,
): UpdatedFile[] {
  const names = existsSync(out) ? readdirSync(out).filter((name) => name.endsWith('.yaml')) : [];
  const present = names.map((name): [string, string] => {
    const reading = readRegularFile(join(out, name), maxDraftBytes);
    return [name, reading.ok ? reading.bytes.toString() : ''];
  });
  const update = updatedDrafts(files, new Map(present), document);
  if (update.ok) return update.files;
  const path = join(out, update.taken);
  throw new Refusal(`${path} is not a draft of this document; nothing was written. Choose another folder.`);
}

/** YAML writes the character U+0000 so. A draft with one in its texts could never be published. */
const nul = '\\0';

function refuseUnpublishable(files: DraftFile[]): void {
  const [mistake] = files
    .filter(({ text }) => text.includes(nul))
    .flatMap(({ name, text }) => new CatalogueFile(name, text).mistakes);
  if (mistake) throw new Refusal(`${mistakeText(mistake)} Nothing was written: correct the document.`);
}

function writeDrafts(out: string, files: DraftFile[], overwrites: boolean): void {
  const taken = (overwrites ? [] : files).filter(({ name, text }) => {
    const path = join(out, name);
    return existsSync(path) && !isSame(path, text);
  });
  const [first] = taken;
  if (first !== undefined) {
    const others = taken.length > 1 ? ` and ${taken.length - 1} more` : '';
    throw new Refusal(
      `${join(out, first.name)}${others} would be overwritten, so nothing was written. Choose another folder or move the file.`,
    );
  }
  try {
    makeFolder(resolve(out));
    for (const { name, text } of files) writeFileSync(join(out, name), text);
  } catch (error) {
    throw new Refusal(
      `Could not write the drafts to ${out}: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function isSame(path: string, text: string): boolean {
  const reading = readRegularFile(path, Buffer.byteLength(text));
  return reading.ok && reading.bytes.toString() === text;
}

function closingText(out: string | undefined, count: number): string {
  if (out === undefined) return 'Nothing was written; --out FOLDER writes the drafts.\n';
  return `${countOf(count, 'file')} ${count === 1 ? 'is' : 'are'} in ${out}. Set their prices, then: npm run farebox -- apply ${out}\n`;
}
