-- People who sign in. An address is compared by its key, which has no capitals.
CREATE TABLE "Person" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailKey" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT,
    "operatorRole" TEXT CHECK ("operatorRole" IN ('owner', 'publisher', 'finance', 'viewer')),
    "createdAt" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "Person_id_key" ON "Person"("id");
CREATE UNIQUE INDEX "Person_emailKey_key" ON "Person"("emailKey");

-- A session stands for a person or, as before, for an API key.
CREATE TABLE "NewSession" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "id" TEXT,
    "apiKeyKey" INTEGER,
    "personKey" INTEGER,
    "device" TEXT,
    "createdAt" DATETIME NOT NULL,
    "lastSeenAt" DATETIME,
    "expiresAt" DATETIME NOT NULL,
    CHECK (("apiKeyKey" IS NULL) <> ("personKey" IS NULL))
);
INSERT INTO "NewSession" ("hash", "apiKeyKey", "createdAt", "expiresAt")
SELECT "hash", "apiKeyKey", "createdAt", "expiresAt" FROM "Session";
DROP TABLE "Session";
ALTER TABLE "NewSession" RENAME TO "Session";
CREATE UNIQUE INDEX "Session_id_key" ON "Session"("id");
CREATE INDEX "Session_apiKeyKey_createdAt_idx" ON "Session"("apiKeyKey", "createdAt");
CREATE INDEX "Session_personKey_createdAt_idx" ON "Session"("personKey", "createdAt");
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- Links that can be used once. Only the hash of the token in a link is stored.
CREATE TABLE "Link" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL CHECK ("kind" IN ('setup', 'password')),
    "personKey" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- Who changed what. Each entry has the hash of the one before it, so that a changed, missing or moved entry is found.
CREATE TABLE "AuditEntry" (
    "number" INTEGER NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "verb" TEXT NOT NULL,
    "target" TEXT,
    "before" TEXT,
    "after" TEXT,
    "reason" TEXT,
    "requestId" TEXT,
    "previous" TEXT NOT NULL,
    "hash" TEXT NOT NULL
);
CREATE TRIGGER "AuditEntry_update" BEFORE UPDATE ON "AuditEntry" BEGIN SELECT RAISE(ABORT, 'audit entries do not change'); END;
CREATE TRIGGER "AuditEntry_delete" BEFORE DELETE ON "AuditEntry" BEGIN SELECT RAISE(ABORT, 'audit entries do not change'); END;
