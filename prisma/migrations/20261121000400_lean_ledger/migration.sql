-- Each commit writes every page that it touches, and syncs them: what a call need not touch goes.

-- Only people's purses are ever read entry by entry; the portal's own, 1 and 2, have half of all entries.
DROP INDEX "Entry_purseKey_key_idx";
CREATE INDEX "Entry_purse" ON "Entry"("purseKey", "key") WHERE "purseKey" > 2;

-- Instead of an index of the few calls that are open: no call before this one is. Moved on now and then.
DROP INDEX "Call_open";
CREATE TABLE "FirstOpenCall" ("key" INTEGER NOT NULL PRIMARY KEY);
INSERT INTO "FirstOpenCall" ("key") SELECT coalesce(min("key"), 0) FROM "Call" WHERE "state" = 0;
