-- What a purse has kept of its calls is counted, so that a hold knows without a scan whether there is room for more.
-- Rows of before count as nothing: they go within the days that they are kept for.
ALTER TABLE "Purse" ADD COLUMN "keptBytes" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "CallInput" ADD COLUMN "bytes" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "IdempotentCall" ADD COLUMN "bytes" INTEGER NOT NULL DEFAULT 0;

-- One row: how far work on the ledger has come that goes through its calls a part at a time.
CREATE TABLE "LedgerProgress" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "freeInputsPruned" INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "LedgerProgress" ("key") VALUES (1);
