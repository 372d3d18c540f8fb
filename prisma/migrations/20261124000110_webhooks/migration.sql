-- Addresses that accounts want events sent to, and the events that are sent to them.
CREATE TABLE "Webhook" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "accountKey" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "events" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "disabledAt" DATETIME
);
CREATE UNIQUE INDEX "Webhook_id_key" ON "Webhook"("id");
CREATE INDEX "Webhook_accountKey_idx" ON "Webhook"("accountKey");

-- No foreign keys: accounts are never deleted, and the deliveries of a deleted webhook are deleted later, some at a time.
CREATE TABLE "WebhookDelivery" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "webhookKey" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" DATETIME,
    "leaseUntil" DATETIME,
    "deliveredAt" DATETIME,
    "failedAt" DATETIME,
    "lastStatus" INTEGER,
    "lastError" TEXT,
    "lastResponse" TEXT
);
CREATE UNIQUE INDEX "WebhookDelivery_id_key" ON "WebhookDelivery"("id");
CREATE INDEX "WebhookDelivery_webhookKey_key_idx" ON "WebhookDelivery"("webhookKey", "key");
CREATE INDEX "WebhookDelivery_createdAt_idx" ON "WebhookDelivery"("createdAt");
CREATE INDEX "WebhookDelivery_nextAttemptAt_idx" ON "WebhookDelivery"("nextAttemptAt");
