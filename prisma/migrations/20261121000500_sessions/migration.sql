-- Browsers that were given an API key. No foreign key: the writer is told the key's by code that has just read it.
CREATE TABLE "Session" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "apiKeyKey" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);
CREATE INDEX "Session_apiKeyKey_createdAt_idx" ON "Session"("apiKeyKey", "createdAt");
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");
