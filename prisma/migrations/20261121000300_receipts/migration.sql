-- What a call was charged, by the call: its receipt finds it at once, and no call can be charged twice.
CREATE UNIQUE INDEX "Entry_charge" ON "Entry"("callKey") WHERE "kind" = 'charge' AND "amount" < 0;
-- What was given back for it.
CREATE INDEX "Entry_refund" ON "Entry"("callKey") WHERE "kind" = 'refund' AND "amount" > 0;
