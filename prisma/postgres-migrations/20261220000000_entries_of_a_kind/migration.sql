-- All that callers got: few entries among many charges.
CREATE INDEX "Entry_kind" ON "Entry" ("kind", "key") WHERE "kind" <> 'charge' AND "purseKey" > 2;
