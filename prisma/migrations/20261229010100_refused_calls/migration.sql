-- How many calls of an account were refused before their credits were held, by day, API key and reason.
CREATE TABLE "DailyRefusal" (
    "accountKey" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "apiKeyKey" INTEGER NOT NULL,
    "problem" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,

    PRIMARY KEY ("accountKey", "day", "apiKeyKey", "problem")
) WITHOUT ROWID;

-- The last 1,000 of an account.
CREATE TABLE "RefusedCall" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "accountKey" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "productKey" INTEGER,
    "apiKeyKey" INTEGER,
    "memberKey" INTEGER,
    "problem" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "detail" TEXT,
    "requestId" TEXT NOT NULL
);
CREATE INDEX "RefusedCall_accountKey_key_idx" ON "RefusedCall"("accountKey", "key");
