-- Phrases that mean the same, one a line.
CREATE TABLE "SynonymGroup" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "phrases" TEXT NOT NULL
);

-- What is deprecated comes last in every list, and its card says so.
ALTER TABLE "Product" ADD COLUMN "deprecated" INTEGER NOT NULL DEFAULT 0;

UPDATE "Product" SET "deprecated" = 1, "card" = json_set("card", '$.deprecated', json('true'))
 WHERE "versionKey" IN (SELECT "key" FROM "TemplateVersion" WHERE json_extract("document", '$.deprecated') = 1);

DROP INDEX "Product_status_sortName_id_idx";
DROP INDEX "Product_status_createdAt_id_idx";
DROP INDEX "Product_status_priceFrom_id_idx";
CREATE INDEX "Product_status_deprecated_sortName_id_idx" ON "Product"("status", "deprecated", "sortName", "id");
CREATE INDEX "Product_status_deprecated_createdAt_id_idx" ON "Product"("status", "deprecated", "createdAt" DESC, "id" DESC);
CREATE INDEX "Product_status_deprecated_priceFrom_id_idx" ON "Product"("status", "deprecated", "priceFrom", "id");

-- The words that a misspelt one is compared with, as they are written: those of `product_search` have lost their endings.
-- rowid is Product.key.
CREATE VIRTUAL TABLE "product_words" USING fts5(
    words,
    content = '', contentless_delete = 1, detail = none,
    tokenize = 'unicode61 remove_diacritics 2'
);

CREATE VIRTUAL TABLE "product_vocabulary" USING fts5vocab('product_words', 'row');

INSERT INTO "product_words" (rowid, words)
SELECT p."key",
       p."name" || char(10) ||
       coalesce((SELECT group_concat(json_extract(s.value, '$.title') || char(10) || json_extract(s.value, '$.text'), char(10))
                   FROM json_each(p."introduction") s), '') || char(10) ||
       coalesce((SELECT group_concat(g."name" || ' ' || g."slug", ' ')
                   FROM "ProductTag" l JOIN "Tag" g ON g."key" = l."tagKey" WHERE l."productKey" = p."key"), '')
  FROM "Product" p;
