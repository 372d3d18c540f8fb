-- The secret before the last rotation, and until when it works.
ALTER TABLE "ApiKey" ADD COLUMN "earlierHash" text COLLATE "C";
ALTER TABLE "ApiKey" ADD COLUMN "earlierEndsAt" timestamptz(3);
CREATE UNIQUE INDEX "ApiKey_earlierHash_key" ON "ApiKey" ("earlierHash");
