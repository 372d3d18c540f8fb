-- The use of a day by key and member, too. 0 where a call has none, so there are no foreign keys. Use is the sum of the
-- resolved calls, and is counted anew from them.
CREATE TABLE "new_DailyUse" (
    "purseKey" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "productKey" INTEGER NOT NULL,
    "apiKeyKey" INTEGER NOT NULL,
    "memberKey" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "credits" BIGINT NOT NULL,
    "checkedCalls" INTEGER NOT NULL DEFAULT 0,
    "checkedCredits" BIGINT NOT NULL DEFAULT 0,

    PRIMARY KEY ("purseKey", "day", "productKey", "apiKeyKey", "memberKey")
) WITHOUT ROWID;
INSERT INTO "new_DailyUse"
SELECT c."purseKey", strftime('%Y-%m-%d', c."startedAt" / 1000, 'unixepoch'), c."productKey",
       coalesce(c."apiKeyKey", 0), coalesce(c."memberKey", 0), count(*), sum(c."charged"),
       sum(c."key" <= p."checkedCall"), sum(CASE WHEN c."key" <= p."checkedCall" THEN c."charged" ELSE 0 END)
  FROM "Call" c CROSS JOIN "LedgerProgress" p WHERE c."state" <> 0 GROUP BY 1, 2, 3, 4, 5;
DROP TABLE "DailyUse";
ALTER TABLE "new_DailyUse" RENAME TO "DailyUse";
CREATE INDEX "DailyUse_day_idx" ON "DailyUse"("day");
