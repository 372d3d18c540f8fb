import { command } from '../command.ts';
import { print, Refusal, reasonHelp } from '../print.ts';

const catalogueHelp = `
A catalogue folder contains tags.yaml and one YAML file for each product:

  slug: qr-code
  name: QR code
  status: online          # or offline; without it "online" and "offline" decide
  type: images            # type, provider, capabilities, labels: of tags.yaml
  provider: node-qrcode
  introduction:
    - { title: What it does, text: Draws a QR code. }
  operation: { document: openapi.yaml, id: createQrCode }
  price:
    lines:
      - { label: Each code, flat: 2 }
    maximum: 2`;

export const apply = command('apply', {
  summary: 'Publish the products in a folder of catalogue files',
  description: `Show new products, changes and price changes, then publish them. Products that are not in the folder stay as they are.

FAREBOX_EGRESS_ALLOW and the upstream credentials (FAREBOX_SECRET_…) are those of the portal that runs on the data folder. If none runs there, or the data is in PostgreSQL, they are those of this command.

A product belongs to the file or document that published it: another one replaces it only with --take-over.`,
  examples: ['apply catalogue', 'apply catalogue --dry-run'],
})
  .argument('<FOLDER>', 'The folder with the catalogue files')
  .option('--dry-run', 'Show the plan, and publish nothing')
  .option('--prune', 'Take products offline that are not in the folder')
  .option('--take-over', 'Replace products that belong to another file or document')
  .option('--force', 'Publish products whose upstream credential is missing, and leave them offline')
  .addHelpText('after', catalogueHelp)
  .action(async (folder, { prune = false, dryRun = false, takeOver = false, force = false }) => {
    const { applyFolder } = await import('../work/apply-folder.ts');
    const { readSettings } = await import('../../server/env.ts');
    const { ownPublishingSettings } = await import('../../server/products/online-hindrance.ts');
    const settings = readSettings();
    const own = ownPublishingSettings(settings);
    await applyFolder(settings, { folder, prune, dryRun, takeOver, force }, print, own);
  });

const updateHelp = `
Products belong to the document that they were drafted from: a newer version of
it updates them, another document does not. --as tells two documents of the same
title apart.

--update finds each earlier draft by its method and path. It takes the name and
the operation from the document, and introduction and doc if nobody edited them.
It lists what changed, and what breaks programs of callers. All else stays: slug,
status, type, provider, tags, fields, price, charges and limits, and the synonyms
of tags.yaml. api.yaml gets the new version and the new operations. The server
and the secrets of an operation stay if the document names none. Comments are
lost. To get an edited introduction or doc from the document again, delete them
in the draft.

The draft of an operation that the document no longer has gets "status: offline"
and "removedFrom", and apply says so. If the document has it again, it stays
offline until you set its status.

--json prints {document, operations: [{id, method, path, imported,
losses: [{pointer, what}], example, request}]}. "request" is what the example
becomes: method, url, headers and body. "document" has losses, too, those that
belong to no operation, and "fidelity": how many of its descriptions, examples,
defaults, deprecations and meanings of values a form would show.`;

export const importDocument = command('import', {
  summary: 'Draft catalogue files from an OpenAPI document',
  description: `Read an OpenAPI document (2.0, 3.0 or 3.1, JSON or YAML) and draft a catalogue file for each of its operations, and api.yaml, which makes one API of them: its name, version and introduction, and the operations in the document's order and groups.

Without --out the drafts are only listed, with what they leave out of the document. The drafts are offline and cost 1 credit a call: set type, provider, doc and price, then publish them with "farebox apply".

Only FILE is read: a reference to another file or an address is listed as a loss of the operation that has it.`,
  examples: [
    'import petstore.yaml',
    'import petstore.yaml --out drafts',
    'import petstore-2.yaml --out drafts --update',
  ],
})
  .argument('<FILE>', 'The document, or - for standard input')
  .option('--out <FOLDER>', 'Write the drafts and their tags.yaml there, and never over a file that differs')
  .option('--update', 'Write over earlier drafts of the same document in FOLDER (see below)')
  .option('--as <NAME>', 'Begin the slugs with NAME (default: the title of the document)', documentName)
  .option('--no-prefix', 'Begin the slugs with the operation, as before 2026-11-22')
  .option('--url <URL>', 'The address that relative links in the document start from', webAddress)
  .option('--json', 'Print one report, for programs (see below)')
  .addHelpText('after', updateHelp)
  .action(async (file, { out, update = false, as: name, prefix, url, json = false }) => {
    if (update && out === undefined) throw new Refusal('Expected --out FOLDER beside --update.');
    const { importDrafts } = await import('../work/import-drafts.ts');
    await importDrafts({ file, out, update, json, url, naming: { name, hasPrefix: prefix } });
  });

const longestName = 60;

function documentName(text: string): string {
  if (/[a-z\d]/i.test(text) && text.length <= longestName) return text;
  throw new Refusal(
    `Expected a name of letters and digits after --as, of at most ${longestName} characters.`,
  );
}

function webAddress(text: string): string {
  if (URL.canParse(text) && /^https?:/i.test(text)) return text;
  throw new Refusal(`Expected a complete http or https address after --url; found ${JSON.stringify(text)}.`);
}

export const exportProducts = command('export', {
  summary: 'Write published products as catalogue files',
  description: `Write the products, their tags and APIs into FOLDER, each product as one file. "farebox apply FOLDER" takes them back unchanged, here with --take-over, or in another portal. Files that are there are kept: FOLDER must be empty or new.`,
  examples: ['export catalogue-of-today', 'export shiply --product shiply-track shiply-quote'],
})
  .argument('<FOLDER>', 'A new or empty folder')
  .option('--product <SLUG...>', 'Only these products')
  .action(async (folder, { product }) => {
    const { exportFolder } = await import('../work/export-folder.ts');
    const { readSettings } = await import('../../server/env.ts');
    print(await exportFolder(readSettings(), folder, product));
  });

export const online = statusCommand('online', {
  summary: 'List products and allow calls',
  examples: ['online weather-forecast'],
});

export const offline = statusCommand('offline', {
  summary: 'Remove products from the list',
  description: 'Remove products from the list. Their pages keep working.',
  examples: ['offline qr-code'],
});

function statusCommand(status: 'online' | 'offline', about: Parameters<typeof command>[1]) {
  return command(status, about)
    .argument('<SLUG...>', 'The products, by their slugs')
    .option('--reason <TEXT>', reasonHelp)
    .action(async (slugs, { reason }) => {
      const { changeStatus } = await import('../work/change-status.ts');
      print(await changeStatus(status, slugs, reason));
    });
}
