-- CreateTable
CREATE TABLE "Backup" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "machine" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "movedAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "problem" TEXT
);
