-- How far the hourly check has come, and beside each figure what it adds up to as far as that: so that the next check
-- reads what is new alone. All are 0 at first; the first check goes through what there is.
ALTER TABLE "LedgerProgress" ADD COLUMN "checkedEntry" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "LedgerProgress" ADD COLUMN "checkedCall" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "LedgerProgress" ADD COLUMN "checkedPurse" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Purse" ADD COLUMN "checkedPosted" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "DailyUse" ADD COLUMN "checkedCalls" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "DailyUse" ADD COLUMN "checkedCredits" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "KeySpend" ADD COLUMN "checkedCredits" BIGINT NOT NULL DEFAULT 0;
