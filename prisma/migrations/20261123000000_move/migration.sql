-- One row from the moment that the data begins to move to PostgreSQL. The writer refuses nearly everything from then on,
-- at every start, so that nobody continues two ledgers.
CREATE TABLE "Move" (
    "key" INTEGER NOT NULL PRIMARY KEY CHECK ("key" = 1),
    "id" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "finishedAt" DATETIME
);
