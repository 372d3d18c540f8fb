-- Versions that products get at a moment. The product repeats what is announced, for the hold.
ALTER TABLE "Product" ADD COLUMN "nextVersionKey" INTEGER;
ALTER TABLE "Product" ADD COLUMN "nextAt" DATETIME;
CREATE INDEX "Product_next" ON "Product"("key", "nextVersionKey", "nextAt") WHERE "nextAt" IS NOT NULL;

CREATE TABLE "PlannedVersion" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "productKey" INTEGER NOT NULL,
    "versionKey" INTEGER NOT NULL,
    "beforeKey" INTEGER NOT NULL,
    "priceFrom" INTEGER NOT NULL,
    "priceTo" INTEGER NOT NULL,
    "beforeFrom" INTEGER NOT NULL,
    "beforeTo" INTEGER NOT NULL,
    "state" INTEGER NOT NULL,
    "effectiveAt" DATETIME NOT NULL,
    "mayCostMore" INTEGER NOT NULL,
    "reason" TEXT,
    "createdAt" DATETIME NOT NULL,
    "announcedAt" DATETIME,
    "authorKind" TEXT NOT NULL,
    "authorId" TEXT,
    "approvedAt" DATETIME,
    "approvedBy" TEXT,
    "endedAt" DATETIME,
    "changedAt" DATETIME NOT NULL,
    CONSTRAINT "PlannedVersion_productKey_fkey" FOREIGN KEY ("productKey") REFERENCES "Product" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "PlannedVersion_versionKey_fkey" FOREIGN KEY ("versionKey") REFERENCES "TemplateVersion" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "PlannedVersion_beforeKey_fkey" FOREIGN KEY ("beforeKey") REFERENCES "TemplateVersion" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "PlannedVersion_productKey_key_idx" ON "PlannedVersion"("productKey", "key");
CREATE INDEX "PlannedVersion_changedAt_key_idx" ON "PlannedVersion"("changedAt", "key");
CREATE UNIQUE INDEX "PlannedVersion_pending" ON "PlannedVersion"("productKey") WHERE "state" < 2;

-- What a version needs before it is in force. The portal writes it at its start. A portal that had products before this
-- version has the usual notice from the first moment on.
CREATE TABLE "PriceRule" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "noticeDays" INTEGER NOT NULL,
    "needsSecond" INTEGER NOT NULL,
    "changedAt" DATETIME NOT NULL
);
INSERT INTO "PriceRule" ("key", "noticeDays", "needsSecond", "changedAt")
  SELECT 1, 14, 0, 0 WHERE EXISTS (SELECT 1 FROM "Product");
