-- How the calls of a product ended, by the hour. Calls from before this are not counted.
CREATE TABLE "HourlyOutcome" (
    "hour" INTEGER NOT NULL,
    "productKey" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "denied" INTEGER NOT NULL,
    "answered" INTEGER NOT NULL,
    "answeredMs" BIGINT NOT NULL,
    "lastSuccessAt" DATETIME,

    PRIMARY KEY ("hour", "productKey")
) WITHOUT ROWID;
CREATE INDEX "HourlyOutcome_productKey_hour_idx" ON "HourlyOutcome"("productKey", "hour");

CREATE TABLE "OutcomeProgress" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "countedCall" INTEGER NOT NULL
);
INSERT INTO "OutcomeProgress" ("key", "countedCall") SELECT 1, coalesce(max("key"), 0) FROM "Call";

-- Calls that were open when the count passed them.
CREATE TABLE "UncountedCall" ("callKey" INTEGER NOT NULL PRIMARY KEY);
