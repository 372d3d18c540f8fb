-- Whose a delivery is, so that portals send only a few of one account at the same time; 0 if its webhook is gone.
ALTER TABLE "WebhookDelivery" ADD COLUMN "accountKey" INTEGER NOT NULL DEFAULT 0;
UPDATE "WebhookDelivery" SET "accountKey" = (SELECT w."accountKey" FROM "Webhook" w WHERE w."key" = "webhookKey")
 WHERE EXISTS (SELECT 1 FROM "Webhook" w WHERE w."key" = "webhookKey");
CREATE INDEX "WebhookDelivery_waiting_idx" ON "WebhookDelivery"("accountKey", "nextAttemptAt") WHERE "nextAttemptAt" IS NOT NULL;
