-- How the calls of a product ended, by the hour. Calls from before this are not counted.
CREATE TABLE "HourlyOutcome" (
    "hour" integer NOT NULL,
    "productKey" integer NOT NULL,
    "calls" integer NOT NULL,
    "failed" integer NOT NULL,
    "denied" integer NOT NULL,
    "answered" integer NOT NULL,
    "answeredMs" bigint NOT NULL,
    "lastSuccessAt" timestamptz(3),

    PRIMARY KEY ("hour", "productKey")
);
CREATE INDEX "HourlyOutcome_productKey_hour_idx" ON "HourlyOutcome" ("productKey", "hour");

CREATE TABLE "OutcomeProgress" (
    "key" integer PRIMARY KEY,
    "countedCall" bigint NOT NULL
);
INSERT INTO "OutcomeProgress" ("key", "countedCall") SELECT 1, coalesce(max("key"), 0) FROM "Call";

-- Calls that were open when the count passed them.
CREATE TABLE "UncountedCall" ("callKey" bigint PRIMARY KEY);
