-- A page of somebody's calls between two times counts up to 10,000 of them, in the index alone. Without the time in it,
-- the rows of all callers are read.
CREATE INDEX "Call_of_owner" ON "Call" ("owner", "key") INCLUDE ("startedAt");
DROP INDEX "Call_owner_key_idx";
