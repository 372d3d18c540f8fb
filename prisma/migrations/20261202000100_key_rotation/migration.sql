-- The secret before the last rotation, and until when it works.
ALTER TABLE "ApiKey" ADD COLUMN "earlierHash" TEXT;
ALTER TABLE "ApiKey" ADD COLUMN "earlierEndsAt" DATETIME;
CREATE UNIQUE INDEX "ApiKey_earlierHash_key" ON "ApiKey"("earlierHash");
