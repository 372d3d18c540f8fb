import { tenDocuments } from '../setup/documents/ten-documents.ts';
import { startDocumentUpstream } from '../setup/document-upstream.ts';
import { publishApi } from '../setup/publish-api.ts';
import { deepUnless, expect, test, visit } from './journey.ts';
import { KeyboardPerson } from './keyboard-person.ts';

/** Of each document, spread over the whole of it. Ten of each make a hundred in all, which takes minutes. */
const operations = Number(process.env['FAREBOX_DOCUMENT_OPERATIONS'] ?? 2);

/** Bodies in JSON and in a form. */
const everyday = ['payments'];

for (const [name, makeDocument] of Object.entries(tenDocuments)) {
  test(
    `operations of ${name} are called by keyboard`,
    deepUnless(everyday.includes(name)),
    async ({ page }) => {
      // Many products, each with a page of its own, and two commands before them.
      test.slow();
      const upstream = await startDocumentUpstream(makeDocument);
      const slugs = await publishApi(process.env['FAREBOX_TEST_DATA'] ?? '', upstream.document);
      const chosen = Array.from(
        { length: operations },
        (_, at) => slugs[Math.floor((at * slugs.length) / operations)] ?? '',
      );
      const failed: string[] = [];
      for (const slug of chosen) {
        await visit(page, `/products/${slug}`);
        const end = await new KeyboardPerson(page).callProduct();
        if (!end.includes('Answered with 200')) failed.push(`${slug}: ${end}`);
      }
      await upstream.close();
      expect(failed).toEqual([]);
      // On a busy machine the person may press twice.
      expect(upstream.accepted()).toBeGreaterThanOrEqual(chosen.length);
    },
  );
}
