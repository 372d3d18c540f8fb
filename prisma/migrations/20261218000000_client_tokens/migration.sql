-- Keys that people granted to agents have the client that asked for them, and no secret that anybody knows.
ALTER TABLE "ApiKey" ADD COLUMN "clientId" TEXT;
ALTER TABLE "ApiKey" ADD COLUMN "clientName" TEXT;

-- What the client of such a key holds.
CREATE TABLE "ClientToken" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL CHECK ("kind" IN ('code', 'access', 'refresh')),
    "apiKeyKey" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    "redirectUri" TEXT,
    "codeChallenge" TEXT,
    CONSTRAINT "ClientToken_apiKeyKey_fkey" FOREIGN KEY ("apiKeyKey") REFERENCES "ApiKey" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
) WITHOUT ROWID;
CREATE INDEX "ClientToken_apiKeyKey_createdAt_idx" ON "ClientToken"("apiKeyKey", "createdAt");
CREATE INDEX "ClientToken_expiresAt_idx" ON "ClientToken"("expiresAt");
