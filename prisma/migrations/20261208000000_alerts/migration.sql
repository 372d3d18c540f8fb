-- What accounts want to be told of. No foreign keys to what it watches: keys and members are never deleted.
CREATE TABLE "Alert" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "accountKey" INTEGER NOT NULL,
    "watches" TEXT NOT NULL CHECK ("watches" IN ('balance', 'day', 'month')),
    "credits" BIGINT NOT NULL CHECK ("credits" > 0),
    "apiKeyKey" INTEGER,
    "memberKey" INTEGER,
    "tellsWebhooks" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "watchedSince" DATETIME NOT NULL,
    "toldPeriod" TEXT,
    "reachedAt" DATETIME
);
CREATE UNIQUE INDEX "Alert_id_key" ON "Alert"("id");
CREATE INDEX "Alert_accountKey_watchedSince_idx" ON "Alert"("accountKey", "watchedSince");

-- The people whom an alert tells by mail.
CREATE TABLE "AlertRecipient" (
    "alertKey" INTEGER NOT NULL,
    "personKey" INTEGER NOT NULL,

    PRIMARY KEY ("alertKey", "personKey"),
    CONSTRAINT "AlertRecipient_alertKey_fkey" FOREIGN KEY ("alertKey") REFERENCES "Alert" ("key") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;
CREATE INDEX "AlertRecipient_personKey_idx" ON "AlertRecipient"("personKey");
