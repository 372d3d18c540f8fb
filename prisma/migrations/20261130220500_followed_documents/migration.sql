-- CreateTable
CREATE TABLE "FollowedDocument" (
    "apiKey" INTEGER NOT NULL PRIMARY KEY,
    "address" TEXT NOT NULL,
    "daily" INTEGER NOT NULL,
    "nextLookAt" DATETIME,
    "takenDigest" TEXT,
    "seenDigest" TEXT,
    "importId" TEXT,
    "lookedAt" DATETIME,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    CONSTRAINT "FollowedDocument_apiKey_fkey" FOREIGN KEY ("apiKey") REFERENCES "Api" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "FollowedDocument_nextLookAt_idx" ON "FollowedDocument"("nextLookAt");

-- AlterTable
ALTER TABLE "Import" ADD COLUMN "follows" TEXT;
ALTER TABLE "Import" ADD COLUMN "digest" TEXT;

-- AlterTable
ALTER TABLE "ImportedOperation" ADD COLUMN "breaking" TEXT;
