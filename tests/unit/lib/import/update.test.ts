import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { catalogueEntry } from '../../../../lib/product/catalogue-entry.ts';
import { documentIdentity } from '../../../../lib/import/document/document-identity.ts';
import { draftCatalogue } from '../../../../lib/import/drafts/draft-catalogue.ts';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { updateSummary } from '../../../../lib/import/update-summary.ts';
import { updatedDrafts } from '../../../../lib/import/drafts/updated-drafts.ts';
import { bigDocument } from '../../../setup/big-document.ts';
import { tenDocuments } from '../../../setup/documents/ten-documents.ts';

type Json = Record<string, unknown>;

function draftsOf(document: Json) {
  const result = importDocument(JSON.stringify(document));
  if (!result.ok) throw new Error(result.reason);
  return { result, files: draftCatalogue(result) };
}

/** The files of a folder by name. */
const written = (document: Json) => new Map(draftsOf(document).files.map(({ name, text }) => [name, text]));

/** What `import --update` makes of a folder, and says. */
function update(folder: ReadonlyMap<string, string>, document: Json) {
  const { result, files } = draftsOf(document);
  const others = result.operations.filter(({ operation }) => operation === undefined);
  const { source } = documentIdentity(result.document);
  const updated = updatedDrafts(files, folder, { source, version: result.document.version, others });
  if (!updated.ok) throw new Error(updated.taken);
  const next = new Map([...folder, ...updated.files.map(({ name, text }) => [name, text] as const)]);
  return { folder: next, said: updateSummary(updated.files) };
}

const entryOf = (folder: ReadonlyMap<string, string>, name: string) =>
  catalogueEntry.parse(parse(folder.get(name) ?? ''));

function shiply(operations: Record<string, Json>, version = '1.0', openapi = '3.1.0'): Json {
  const paths = Object.entries(operations).map(([path, post]) => [
    path,
    { post: { responses: {}, ...post } },
  ]);
  return {
    openapi,
    info: { title: 'Shiply', version, description: `Ships parcels, version ${version}.` },
    servers: [{ url: 'https://api.shiply.example' }],
    paths: Object.fromEntries(paths),
  };
}

const send = { operationId: 'send', summary: 'Send a parcel', description: 'Takes it to the next shop.' };
const track = { operationId: 'track', summary: 'Track a parcel' };

describe.each(['3.0.3', '3.1.0'])('of OpenAPI %s', (openapi) => {
  const first = shiply({ '/send': send, '/track': track }, '1.0', openapi);
  const drafts = written(first);

  test('an operation that is gone goes offline once, and comes back as it was, offline', () => {
    const online = new Map([
      ...drafts,
      ['track.yaml', drafts.get('track.yaml')?.replace('offline', 'online') ?? ''],
    ]);
    const gone = update(online, shiply({ '/send': send }, '2.0', openapi));
    expect(gone.said).toContain(
      'No longer in the document, so these go offline:\n    track.yaml: POST /track\n',
    );
    expect(entryOf(gone.folder, 'track.yaml')).toEqual({
      ...entryOf(online, 'track.yaml'),
      status: 'offline',
      removedFrom: 'Shiply (api.shiply.example) 2.0',
    });
    expect(update(gone.folder, shiply({ '/send': send }, '2.0', openapi))).toEqual({
      folder: gone.folder,
      said: '',
    });
    const again = update(gone.folder, first);
    expect(again.said).toContain(
      'In the document again, and offline until you set their status:\n    track.yaml: POST /track\n',
    );
    expect(again.folder.get('track.yaml')).toBe(drafts.get('track.yaml'));
  });

  test('texts that nobody edited follow the document, and edited ones are said', () => {
    const next = shiply(
      {
        '/send': { ...send, description: 'Takes it home.' },
        '/track': { ...track, description: 'Says where it is.' },
      },
      '2.0',
      openapi,
    );
    const mine = { ...parse(drafts.get('track.yaml') ?? ''), doc: 'Mine.' };
    const { folder, said } = update(new Map([...drafts, ['track.yaml', stringify(mine)]]), next);
    expect(folder.get('send.yaml')).toBe(written(next).get('send.yaml'));
    expect(said).toContain('send.yaml: introduction, doc, operation.description\n');
    expect(said).toContain('differs:\n    track.yaml: doc\n');
    expect(entryOf(folder, 'track.yaml')).toMatchObject({
      doc: 'Mine.',
      introduction: [{ text: 'Says where it is.' }],
    });
    expect(folder.get('api.yaml')).toBe(written(next).get('api.yaml'));
    const edited = new Map([
      ...drafts,
      ['api.yaml', drafts.get('api.yaml')?.replace('parcels', 'boxes') ?? ''],
    ]);
    const kept = update(edited, next);
    expect(kept.said).toContain('differs:\n    api.yaml: doc\n');
    expect(kept.folder.get('api.yaml')).toContain('doc: Ships boxes, version 1.0.');
    expect(update(kept.folder, shiply({ '/send': send, '/track': track }, '3.0', openapi)).said).toContain(
      'api.yaml: doc\n',
    );
  });

  test('a breaking change is called so, by field', () => {
    const note = { name: 'note', in: 'query', type: 'string', schema: { type: 'string' } };
    const { said } = update(
      written(shiply({ '/send': { ...send, parameters: [note] } }, '1.0', openapi)),
      first,
    );
    expect(said).toContain('Breaking for callers:\n    send.yaml: "note" is gone\n');
  });
});

test.each<[string, Json]>([
  ['the big document', bigDocument({ resources: 5 })],
  ...Object.entries(tenDocuments).flatMap(([name, make]): [string, Json][] =>
    name === '300 operations' ? [] : [[name, JSON.parse(JSON.stringify(make('https://api.things.example')))]],
  ),
])('the same version of "%s" changes nothing, and nothing is said', (_name, document) => {
  const folder = written(document);
  expect(update(folder, document)).toEqual({ folder, said: '' });
});

test('an operation of another name, another draft of an operation, and one that cannot be imported stay', () => {
  const drafts = written(shiply({ '/send': send, '/track': track }));
  const tooMany = Array.from({ length: 1001 }, (_, index) => ({
    name: `x${index}`,
    in: 'query',
    schema: { type: 'string' },
  }));
  const copy = stringify({ ...parse(drafts.get('send.yaml') ?? ''), slug: 'cheap' });
  const { folder, said } = update(
    new Map([...drafts, ['cheap.yaml', copy]]),
    shiply({ '/send': { ...send, operationId: 'dispatch' }, '/track': { ...track, parameters: tooMany } }),
  );
  expect(said).toBe('Updated from the document:\n    send.yaml: operation.operationId\n\n');
  expect(folder.get('cheap.yaml')).toBe(copy);
  expect(folder.get('track.yaml')).toBe(drafts.get('track.yaml'));
});

test('texts that an earlier version drafted, with the address of the API, are mended', () => {
  const schema = { type: 'object', properties: { parcel: { type: 'string', example: 'P1' } } };
  const responses = { 201: { description: 'Sent.', content: { 'application/json': { schema } } } };
  const document = shiply({ '/send': { ...send, description: 'Takes it home.', responses } });
  const folder = written(document);
  const { operation, introduction, doc, ...entry } = parse(folder.get('send.yaml') ?? '');
  const talk = ' Call it at https://api.shiply.example/send.';
  const sent = '\n\nIt is sent as `POST https://api.shiply.example/send`.\n\n## Example reply';
  const old = stringify({
    ...entry,
    introduction: introduction.map((section: Json) => ({ ...section, text: section['text'] + talk })),
    doc: doc
      .replace('home.', `home.${talk}`)
      .replace('\n\n## Example reply', sent)
      .replace(/\{[^{}]*P1[^{}]*\}/, '{}'),
    operation: { ...operation, description: operation.description + talk },
  });
  const updated = update(new Map([...folder, ['send.yaml', old]]), document);
  expect(updated.folder).toEqual(folder);
  expect(updated.said).toContain('send.yaml: introduction, doc, operation.description\n');
});
