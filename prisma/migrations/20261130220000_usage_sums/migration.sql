-- Sums of calls by the time of their end, for the charts and rankings of the console.
CREATE TABLE "UsageSum" (
    "span" INTEGER NOT NULL,
    "kind" INTEGER NOT NULL,
    "since" INTEGER NOT NULL,
    "subject" INTEGER NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "calls" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "credits" BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY ("span", "kind", "since", "subject", "reason")
) WITHOUT ROWID;

-- All calls are counted once more, in the background, so that the sums have the time before them.
DELETE FROM "HourlyOutcome";
DELETE FROM "UncountedCall";
UPDATE "OutcomeProgress" SET "countedCall" = 0;
