-- CreateTable
CREATE TABLE "Import" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "address" TEXT,
    "file" TEXT,
    "state" TEXT NOT NULL,
    "done" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "problem" TEXT,
    "createdAt" DATETIME NOT NULL,
    "movedAt" DATETIME NOT NULL,
    "facts" TEXT,
    "choices" TEXT
);

-- CreateTable
CREATE TABLE "ImportedOperation" (
    "importKey" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "groupIndex" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "fields" INTEGER NOT NULL,
    "required" INTEGER NOT NULL,
    "losses" INTEGER NOT NULL,
    "problem" TEXT,
    "credentials" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "compared" TEXT NOT NULL,
    "chosen" INTEGER NOT NULL,
    "price" INTEGER,
    "outcome" TEXT,
    "online" INTEGER,
    "sentence" TEXT,

    PRIMARY KEY ("importKey", "position")
);

-- CreateTable
CREATE TABLE "ImportPart" (
    "importKey" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "content" BLOB NOT NULL,

    PRIMARY KEY ("importKey", "part")
);

-- CreateIndex
CREATE UNIQUE INDEX "Import_id_key" ON "Import"("id");

-- CreateIndex
CREATE INDEX "Import_createdAt_idx" ON "Import"("createdAt");

-- CreateIndex
CREATE INDEX "ImportedOperation_importKey_slug_idx" ON "ImportedOperation"("importKey", "slug");
