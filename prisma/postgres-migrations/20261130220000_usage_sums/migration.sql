-- Sums of calls by the time of their end, for the charts and rankings of the console.
CREATE TABLE "UsageSum" (
    "span" integer NOT NULL,
    "kind" integer NOT NULL,
    "since" integer NOT NULL,
    "subject" integer NOT NULL,
    "reason" text COLLATE "C" NOT NULL DEFAULT '',
    "calls" integer NOT NULL,
    "failed" integer NOT NULL DEFAULT 0,
    "credits" bigint NOT NULL DEFAULT 0,
    PRIMARY KEY ("span", "kind", "since", "subject", "reason")
);

-- All calls are counted once more, in the background, so that the sums have the time before them.
DELETE FROM "HourlyOutcome";
DELETE FROM "UncountedCall";
UPDATE "OutcomeProgress" SET "countedCall" = 0;
