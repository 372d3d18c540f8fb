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
CREATE TABLE "SearchWord" (
    "word" TEXT NOT NULL PRIMARY KEY
) WITHOUT ROWID;

-- Only the full-text tables can cut a text into words: one serves for that, and goes.
CREATE VIRTUAL TABLE "written_words" USING fts5(words, content = '', detail = none, tokenize = 'unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE "written_vocabulary" USING fts5vocab('written_words', 'row');

INSERT INTO "written_words" (rowid, words)
SELECT p."key",
       p."name" || char(10) ||
       coalesce((SELECT group_concat(json_extract(s.value, '$.title') || char(10) || json_extract(s.value, '$.text'), char(10))
                   FROM json_each(p."introduction") s), '') || char(10) ||
       coalesce((SELECT group_concat(g."name" || ' ' || g."slug", ' ')
                   FROM "ProductTag" l JOIN "Tag" g ON g."key" = l."tagKey" WHERE l."productKey" = p."key"), '')
  FROM "Product" p;

INSERT INTO "SearchWord" ("word") SELECT term FROM "written_vocabulary" WHERE length(term) BETWEEN 4 AND 21;

DROP TABLE "written_vocabulary";
DROP TABLE "written_words";
