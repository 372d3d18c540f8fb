-- Written by hand: what Prisma's models cannot say.

-- A product has at most one type (kind 1) and at most one provider (kind 2).
CREATE UNIQUE INDEX "ProductTag_one_type_one_provider" ON "ProductTag"("productKey", "kind") WHERE "kind" <= 2;

-- What full-text search finds; rowid is Product.key. The texts themselves stay in their own tables. `status` is the
-- word online or offline, so that a search keeps to the products that are listed without looking at each.
CREATE VIRTUAL TABLE "product_search" USING fts5(
    name, introduction, doc, tags, status,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3'
);

-- A word in a name counts more than one in a text; the status is no reason to stand before others.
INSERT INTO "product_search" ("product_search", "rank") VALUES ('rank', 'bm25(10.0, 4.0, 1.0, 3.0, 0.0)');
