import { command } from '../command.ts';
import { print } from '../print.ts';

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
    const { applyFolder } = await import('../apply-folder.ts');
    const { readSettings } = await import('../../server/env.ts');
    const { ownPublishingSettings } = await import('../../server/products/online-hindrance.ts');
    const settings = readSettings();
    const own = ownPublishingSettings(settings);
    await applyFolder(settings, { folder, prune, dryRun, takeOver, force }, print, own);
  });
