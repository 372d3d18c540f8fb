-- Versions of products that operators work on.
CREATE TABLE "ProductDraft" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "productKey" INTEGER NOT NULL REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "after" INTEGER NOT NULL,
    "authorKind" TEXT NOT NULL,
    "authorId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "deletedAt" DATETIME,
    "entry" TEXT NOT NULL
);
CREATE UNIQUE INDEX "ProductDraft_productKey_number_key" ON "ProductDraft"("productKey", "number");

-- What calls would have cost by them.
CREATE TABLE "DraftBacktest" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "productKey" INTEGER NOT NULL REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    "number" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "days" INTEGER,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "stopAsked" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "authorKind" TEXT NOT NULL,
    "authorId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "movedAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    "drafts" TEXT NOT NULL,
    "answer" TEXT
);
CREATE UNIQUE INDEX "DraftBacktest_productKey_number_key" ON "DraftBacktest"("productKey", "number");
