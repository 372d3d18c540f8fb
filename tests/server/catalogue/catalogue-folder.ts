import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The parts of a catalogue entry that is right in every line; a part given replaces one, `null` leaves it out. */
export function entryText(slug: string, changes: Record<string, string | null> = {}): string {
  const parts: Record<string, string | null> = {
    slug: `slug: ${slug}`,
    name: `name: The ${slug}`,
    status: 'status: online',
    type: 'type: images',
    provider: 'provider: sharp',
    capabilities: 'capabilities: [resize]',
    introduction: 'introduction:\n  - { title: What it does, text: It makes pictures smaller. }',
    doc: 'doc: |\n  # How to use it\n  Send a width.',
    operation: `operation:
  server: { url: 'https://api.example.com' }
  method: get
  path: /${slug}
  parameters:
    - { name: width, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 100 }, example: 10 }`,
    price:
      'price:\n  lines:\n    - { label: Width, per: { quantity: input.width, rate: 1, unit: pixel } }\n  maximum: 50',
    ...changes,
  };
  return Object.values(parts)
    .filter((part) => part !== null)
    .map((part) => `${part}\n`)
    .join('');
}

export const tagsText = `types:
  - { slug: images, name: Images }
  - { slug: text, name: Text }
providers:
  - { slug: sharp, name: sharp, url: 'https://sharp.pixelplumbing.com' }
capabilities:
  - { slug: resize, name: Resize }
labels:
  - { slug: popular, name: Popular }
`;

/** Writes files by their paths within a folder, `tags.yaml` among them unless one is given. */
export async function writeCatalogue(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries({ 'tags.yaml': tagsText, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
