-- What every call writes is kept lean, by hand: no AUTOINCREMENT where no row is ever deleted, and no foreign keys
-- where the writer has just read the row, or is told its key by code that did. `farebox check` looks for orphans.

CREATE TABLE "Account" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "Account_id_key" ON "Account"("id");

CREATE TABLE "ApiKey" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "accountKey" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "operator" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME,
    "revokedAt" DATETIME,
    "lastUsedAt" DATETIME,
    "capDay" BIGINT,
    "capMonth" BIGINT,
    "capTotal" BIGINT,
    CONSTRAINT "ApiKey_accountKey_fkey" FOREIGN KEY ("accountKey") REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "ApiKey_id_key" ON "ApiKey"("id");
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");
CREATE INDEX "ApiKey_accountKey_idx" ON "ApiKey"("accountKey");

CREATE TABLE "KeySpend" (
    "apiKeyKey" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "credits" BIGINT NOT NULL CHECK ("credits" >= 0),

    PRIMARY KEY ("apiKeyKey", "period"),
    CONSTRAINT "KeySpend_apiKeyKey_fkey" FOREIGN KEY ("apiKeyKey") REFERENCES "ApiKey" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE TABLE "Purse" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "posted" BIGINT NOT NULL,
    "pending" BIGINT NOT NULL CHECK ("pending" >= 0),
    "grantedDay" TEXT,
    -- The portal's own purses, 1 and 2, may owe; nobody else may.
    CHECK ("key" <= 2 OR "posted" >= "pending")
);
CREATE UNIQUE INDEX "Purse_id_key" ON "Purse"("id");
INSERT INTO "Purse" ("key", "id", "posted", "pending") VALUES (1, 'issued', 0, 0), (2, 'earned', 0, 0);

CREATE TABLE "Entry" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "transfer" INTEGER NOT NULL,
    "purseKey" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "callKey" INTEGER,
    "reason" TEXT
);
CREATE INDEX "Entry_purseKey_key_idx" ON "Entry"("purseKey", "key");
CREATE TRIGGER "Entry_is_never_changed" BEFORE UPDATE ON "Entry"
BEGIN SELECT RAISE(ABORT, 'Entries are only ever added.'); END;
CREATE TRIGGER "Entry_is_never_deleted" BEFORE DELETE ON "Entry"
BEGIN SELECT RAISE(ABORT, 'Entries are only ever added.'); END;

CREATE TABLE "Call" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "purseKey" INTEGER NOT NULL,
    "owner" TEXT,
    "apiKeyKey" INTEGER,
    "productKey" INTEGER NOT NULL,
    "versionKey" INTEGER NOT NULL,
    "state" INTEGER NOT NULL,
    "quoted" INTEGER NOT NULL,
    "charged" INTEGER NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "settledAt" DATETIME,
    "inputHash" TEXT NOT NULL,
    CHECK ("charged" BETWEEN 0 AND "quoted")
);
CREATE UNIQUE INDEX "Call_id_key" ON "Call"("id");
CREATE INDEX "Call_owner_key_idx" ON "Call"("owner", "key");
-- Few at any moment: what a process left open is found at once, however many calls there were.
CREATE INDEX "Call_open" ON "Call"("key") WHERE "state" = 0;

CREATE TABLE "CallEnding" (
    "callKey" INTEGER NOT NULL PRIMARY KEY,
    "ending" TEXT NOT NULL
);

CREATE TABLE "CallInput" (
    "callKey" INTEGER NOT NULL PRIMARY KEY,
    "input" TEXT NOT NULL
);

CREATE TABLE "IdempotentCall" (
    "callKey" INTEGER NOT NULL PRIMARY KEY,
    "hash" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "head" TEXT,
    "body" BLOB
);
CREATE UNIQUE INDEX "IdempotentCall_hash_key" ON "IdempotentCall"("hash");

CREATE TABLE "DailyUse" (
    "purseKey" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "productKey" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "credits" BIGINT NOT NULL,

    PRIMARY KEY ("purseKey", "day", "productKey")
) WITHOUT ROWID;
