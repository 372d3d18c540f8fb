-- Mails to people. The job that has something to tell writes them, and the portal sends them afterwards.
CREATE TABLE "Mail" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" DATETIME,
    "leaseUntil" DATETIME,
    "sentAt" DATETIME,
    "failedAt" DATETIME,
    "lastError" TEXT
);
CREATE UNIQUE INDEX "Mail_id_key" ON "Mail"("id");
CREATE INDEX "Mail_createdAt_idx" ON "Mail"("createdAt");
CREATE INDEX "Mail_nextAttemptAt_idx" ON "Mail"("nextAttemptAt");
CREATE INDEX "Mail_failedAt_idx" ON "Mail"("failedAt");
