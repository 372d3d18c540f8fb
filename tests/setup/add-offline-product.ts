import { first, statement, type Steps, timeOf } from '../../server/store/sql/statement.ts';

const addTemplate = statement<{ key: number }>(
  'INSERT INTO Template (id, createdAt) VALUES (?, ?) RETURNING key',
);
const addVersion = statement<{ key: number }>(
  "INSERT INTO TemplateVersion (templateKey, number, hash, createdAt, document) VALUES (?, 1, ?, ?, '{}') RETURNING key",
);
const addProduct = statement<{ key: number }>(insertProduct(''), insertProduct('OVERRIDING SYSTEM VALUE'));

function insertProduct(overriding: string): string {
  return `INSERT INTO Product (key, id, slug, name, sortName, status, priceFrom, priceTo, createdAt, updatedAt, versionKey, card,
                        introduction, doc)
   ${overriding} VALUES (1000, 'off', 'off', 'off', 'off', 0, 1, 1, ?, ?, ?, '', '[]', '') RETURNING key`;
}

/** A product of which a ledger needs no more than that it is offline. Suites call others, by smaller keys. */
export function* addOfflineProduct(): Steps<number> {
  const now = timeOf(0);
  const template = yield* first(addTemplate, 'off', now);
  const version = yield* first(addVersion, template?.key ?? 0, 'off', now);
  return (yield* first(addProduct, now, now, version?.key ?? 0))?.key ?? 0;
}
