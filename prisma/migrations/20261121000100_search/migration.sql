-- Written by hand: what Prisma's models cannot say.

-- A product has at most one type (kind 1) and at most one provider (kind 2).
CREATE UNIQUE INDEX "ProductTag_one_type_one_provider" ON "ProductTag"("productKey", "kind") WHERE "kind" <= 2;

-- What full-text search finds; rowid is Product.key. The texts themselves stay in their own tables.
CREATE VIRTUAL TABLE "product_search" USING fts5(
    name, introduction, doc, tags,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3'
);
