-- When calls of an hour failed last for the credentials of the portal, and when the API refused them last. Of hours before
-- this: their end.
ALTER TABLE "HourlyOutcome" ADD COLUMN "lastDeniedAt" timestamptz(3), ADD COLUMN "lastRefusedAt" timestamptz(3);
UPDATE "HourlyOutcome" SET "lastDeniedAt" = to_timestamp(("hour" + 1) * 3600.0 - 0.001),
       "lastRefusedAt" = to_timestamp(("hour" + 1) * 3600.0 - 0.001)
 WHERE "denied" > 0;

-- What an operator has dismissed from what needs somebody. It comes back if it happens again.
CREATE TABLE "DismissedItem" (
    "item" text COLLATE "C" PRIMARY KEY,
    "dismissedAt" timestamptz(3) NOT NULL
);
