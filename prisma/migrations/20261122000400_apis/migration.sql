-- APIs, and which products are their operations, in which order.
-- CreateTable
CREATE TABLE "Api" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sortName" TEXT NOT NULL,
    "providerKey" INTEGER NOT NULL,
    "version" TEXT,
    "url" TEXT,
    "summary" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "operations" INTEGER NOT NULL DEFAULT 0,
    "groupCount" INTEGER NOT NULL DEFAULT 0,
    "priceFrom" INTEGER NOT NULL DEFAULT 0,
    "priceTo" INTEGER NOT NULL DEFAULT 0,
    "deprecated" INTEGER NOT NULL DEFAULT 0,
    "card" TEXT NOT NULL DEFAULT '',
    "groups" TEXT NOT NULL,
    "doc" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "source" TEXT,
    CONSTRAINT "Api_providerKey_fkey" FOREIGN KEY ("providerKey") REFERENCES "Tag" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ApiOperation" (
    "productKey" INTEGER NOT NULL PRIMARY KEY,
    "apiKey" INTEGER NOT NULL,
    "groupIndex" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    CONSTRAINT "ApiOperation_productKey_fkey" FOREIGN KEY ("productKey") REFERENCES "Product" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ApiOperation_apiKey_fkey" FOREIGN KEY ("apiKey") REFERENCES "Api" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Api_id_key" ON "Api"("id");

-- CreateIndex
CREATE UNIQUE INDEX "Api_slug_key" ON "Api"("slug");

-- CreateIndex
CREATE INDEX "Api_providerKey_idx" ON "Api"("providerKey");

-- CreateIndex
CREATE INDEX "ApiOperation_apiKey_position_idx" ON "ApiOperation"("apiKey", "position");

-- Finds APIs by their name and by their provider, as a tag of a product is found; rowid is Api.key. Words are cut as in
-- `product_search`.
CREATE VIRTUAL TABLE "api_search" USING fts5(
    name, tags,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3'
);

INSERT INTO "api_search" ("api_search", "rank") VALUES ('rank', 'bm25(10.0, 3.0)');
