-- When calls of an hour failed last for the credentials of the portal, and when the API refused them last. Of hours before
-- this: their end.
ALTER TABLE "HourlyOutcome" ADD COLUMN "lastDeniedAt" DATETIME;
ALTER TABLE "HourlyOutcome" ADD COLUMN "lastRefusedAt" DATETIME;
UPDATE "HourlyOutcome" SET "lastDeniedAt" = ("hour" + 1) * 3600000 - 1, "lastRefusedAt" = ("hour" + 1) * 3600000 - 1
 WHERE "denied" > 0;

-- What an operator has dismissed from what needs somebody. It comes back if it happens again.
CREATE TABLE "DismissedItem" (
    "item" TEXT NOT NULL PRIMARY KEY,
    "dismissedAt" DATETIME NOT NULL
) WITHOUT ROWID;
