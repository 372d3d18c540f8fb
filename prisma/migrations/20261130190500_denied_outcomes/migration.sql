-- Of the hours in which an API refused the credentials of the portal, or they were missing: few of all.
CREATE INDEX "HourlyOutcome_denied" ON "HourlyOutcome"("hour", "productKey", "lastRefusedAt") WHERE "denied" > 0;
