import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Naming } from '../lib/import/document-identity.ts';
import type { DraftFile } from '../lib/import/draft-catalogue.ts';
import { updateSummary } from '../lib/import/update-summary.ts';
import { type UpdatedFile, updatedDrafts } from '../lib/import/updated-drafts.ts';
import { decodeText, MAX_DOCUMENT_BYTES, refusedEarly } from '../lib/import/refuse-early.ts';
import type { ImportAnswer, ImportQuestion } from './import-worker.ts';
import { makeFolder } from '../server/files/make-folder.ts';
import { readRegularFile } from '../server/files/read-regular-file.ts';
import { readStandardInput } from './read-standard-input.ts';
import { Refusal } from './refusal.ts';

/** A document that takes longer than this was written to do so; real ones of 1,000 operations take seconds. */
const DEADLINE_MS = 120_000;
const MEMORY_MB = 2048;
const STANDARD_INPUT = 'Standard input';
/** Of what an operator calls a document. */
const MAX_NAME = 60;
/** What a catalogue file may have. */
const MAX_DRAFT_BYTES = 1024 * 1024;

const help = `Usage: npm run farebox -- import FILE [--out FOLDER [--update]] [--as NAME | --no-prefix]
                                       [--url URL] [--json]

Reads an OpenAPI document (2.0, 3.0 or 3.1, JSON or YAML) and drafts a catalogue file for each of
its operations, and api.yaml, which makes one API of them: its name, version and introduction, and
the operations in the document's order and groups. FILE may be -, which is standard input. Only
FILE is opened: a reference to another file or an address is listed as a loss of the operation that
has it.

  --out FOLDER   Write the drafts and their tags.yaml there. A file that is there already, with
                 other content, is never overwritten.
  --update       Write over earlier drafts of the same document in FOLDER, each found by its method
                 and path. The name and the operation are taken from the document. All else stays:
                 slug, status, type, provider, tags, introduction, doc, fields, price, charges
                 and limits, and the synonyms of tags.yaml. api.yaml gets the new version and the
                 new operations. The server and the secrets of an operation stay where the
                 document names none. Comments are lost. The output
                 lists what changed. To get introduction or doc from the document again, delete
                 them in the draft.
  --as NAME      The name of the document in this catalogue: the slugs of its products begin with
                 it. Default: its title. Products belong to the document that they were drafted
                 from: a newer version of it updates them, another document does not.
  --no-prefix    Slugs begin with the operation, as in drafts of Farebox before 2026-11-22.
  --url URL      The address of the document, which its relative links start from. Nothing is
                 fetched from there.
  --json         Print one report, for programs: {document, operations: [{id, method, path,
                 imported, losses: [{pointer, what}], example, request}]}. "request" is what the
                 example binds to: method, url, headers and body. "document" has losses, too,
                 those that belong to no operation, and "fidelity": how many of its descriptions,
                 examples, defaults, deprecations and meanings of values a form would show.

Without --out it shows the drafts that it would write, and the losses. The drafts are offline and
cost 1 credit a call: set type, provider, doc and price, then publish them with
npm run farebox -- apply FOLDER.

Exit code 0: the document was read. 2: it was not, and a sentence says why.
`;

/** `farebox import FILE [--out FOLDER [--update]] [--as NAME | --no-prefix] [--url URL] [--json]`. */
export async function importCommand(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help);
    return 0;
  }
  const { file, out, update, json, url, naming } = readArguments(args);
  const isInput = file === '-';
  const source = isInput ? await readInput() : readSource(file);
  const refused = refusedEarly(decodeText(source));
  const answer: ImportAnswer =
    refused === undefined
      ? await ask({ source, file: basename(file), report: json, drafts: out !== undefined, url, naming })
      : { ok: false, reason: refused };
  if (!answer.ok)
    throw new Refusal(
      `${isInput ? STANDARD_INPUT : file} is not an OpenAPI document that can be imported: ${answer.reason}.`,
    );
  const updates = out !== undefined && update ? updated(out, answer.files) : [];
  if (out !== undefined) writeDrafts(out, update ? updates : answer.files, update);
  if (json) process.stdout.write(`${answer.report}\n`);
  else process.stdout.write(answer.summary + updateSummary(updates) + closing(out, answer.files.length));
  return 0;
}

interface ImportArguments {
  file: string;
  out?: string;
  update: boolean;
  json: boolean;
  url: string | undefined;
  naming: Naming;
}

function readArguments(args: string[]): ImportArguments {
  const usage = 'Expected farebox import FILE [--out FOLDER] [--json]; "farebox import --help" says more.';
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        update: { type: 'boolean', default: false },
        as: { type: 'string' },
        'no-prefix': { type: 'boolean', default: false },
        url: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Refusal(usage);
    const { out, json, url, as: name } = values;
    if (url !== undefined && !(URL.canParse(url) && /^https?:/i.test(url)))
      throw new Refusal(`Expected a whole http or https address after --url; found ${JSON.stringify(url)}.`);
    if (name !== undefined && (!/[a-z\d]/i.test(name) || name.length > MAX_NAME))
      throw new Refusal(
        `Expected a name of letters and digits after --as, of at most ${MAX_NAME} characters.`,
      );
    const naming = { name, hasPrefix: !values['no-prefix'] };
    if (values.update && out === undefined) throw new Refusal('Expected --out FOLDER beside --update.');
    return { file, update: values.update, json, url, naming, ...(out === undefined ? {} : { out }) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${usage} (${error instanceof Error ? error.message : String(error)})`);
  }
}

function readSource(file: string): Uint8Array {
  const reading = readRegularFile(file, MAX_DOCUMENT_BYTES);
  if (reading.ok) return new Uint8Array(reading.bytes);
  if (reading.why === 'too-large')
    throw new Refusal(`${file} has ${reading.size} bytes; import reads 64 MiB at most.`);
  throw new Refusal(`${file} ${reading.reason}.`);
}

async function readInput(): Promise<Uint8Array> {
  const tooLarge = `${STANDARD_INPUT} has more than 64 MiB, which is what import reads at most.`;
  return new Uint8Array(await readStandardInput({ mostBytes: MAX_DOCUMENT_BYTES, tooLarge }));
}

/** The work is done in a thread of its own, so that it can be ended whatever the document does to it. */
function ask(question: ImportQuestion): Promise<ImportAnswer> {
  const worker = new Worker(new URL('./import-worker.mjs', import.meta.url), {
    workerData: question,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  return new Promise((resolve) => {
    const finish = (answer: ImportAnswer) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(
      () => finish({ ok: false, reason: `it takes more than ${DEADLINE_MS / 1000} seconds` }),
      DEADLINE_MS,
    );
    worker.once('message', (answer: ImportAnswer) => finish(answer));
    worker.once('error', (error) => finish({ ok: false, reason: `reading it failed (${error.message})` }));
    worker.once('exit', (code) => finish({ ok: false, reason: `reading it ended early (code ${code})` }));
  });
}

/** The drafts with what the operator decided in earlier ones of the same document. */
function updated(out: string, files: DraftFile[]): UpdatedFile[] {
  const names = existsSync(out) ? readdirSync(out).filter((name) => name.endsWith('.yaml')) : [];
  const present = names.map((name): [string, string] => {
    const reading = readRegularFile(join(out, name), MAX_DRAFT_BYTES);
    return [name, reading.ok ? reading.bytes.toString() : ''];
  });
  const update = updatedDrafts(files, new Map(present));
  if (update.ok) return update.files;
  const path = join(out, update.taken);
  throw new Refusal(`${path} is no draft of this document; nothing was written. Choose another folder.`);
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

function closing(out: string | undefined, count: number): string {
  if (out === undefined) return 'Nothing was written; --out FOLDER writes the drafts.\n';
  return `${count} files are in ${out}. Set their prices, then: npm run farebox -- apply ${out}\n`;
}
