-- Addresses that accounts want events sent to, and the events that are sent to them.
CREATE TABLE "Webhook" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "accountKey" integer NOT NULL,
    "url" text NOT NULL,
    "secret" text NOT NULL,
    "events" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "disabledAt" timestamptz(3)
);
CREATE UNIQUE INDEX "Webhook_id_key" ON "Webhook" ("id");
CREATE INDEX "Webhook_accountKey_idx" ON "Webhook" ("accountKey");

-- No foreign keys: accounts are never deleted, and the deliveries of a deleted webhook are deleted later, some at a time.
CREATE TABLE "WebhookDelivery" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "webhookKey" integer NOT NULL,
    "event" text COLLATE "C" NOT NULL,
    "payload" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "attempts" integer NOT NULL DEFAULT 0,
    "nextAttemptAt" timestamptz(3),
    "leaseUntil" timestamptz(3),
    "deliveredAt" timestamptz(3),
    "failedAt" timestamptz(3),
    "lastStatus" integer,
    "lastError" text,
    "lastResponse" text
);
CREATE UNIQUE INDEX "WebhookDelivery_id_key" ON "WebhookDelivery" ("id");
CREATE INDEX "WebhookDelivery_webhookKey_key_idx" ON "WebhookDelivery" ("webhookKey", "key");
CREATE INDEX "WebhookDelivery_createdAt_idx" ON "WebhookDelivery" ("createdAt");
CREATE INDEX "WebhookDelivery_nextAttemptAt_idx" ON "WebhookDelivery" ("nextAttemptAt");
