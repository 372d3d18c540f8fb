-- The most credits that the members and keys of an account can spend together. A hold writes its purse in any case.
ALTER TABLE "Purse" ADD COLUMN "capDay" BIGINT;
ALTER TABLE "Purse" ADD COLUMN "capMonth" BIGINT;
ALTER TABLE "Purse" ADD COLUMN "capTotal" BIGINT;

-- What an account with a cap spends in a period, including open holds.
CREATE TABLE "AccountSpend" (
    "purseKey" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "credits" BIGINT NOT NULL CHECK ("credits" >= 0),
    "checkedCredits" BIGINT NOT NULL DEFAULT 0,

    PRIMARY KEY ("purseKey", "period"),
    CONSTRAINT "AccountSpend_purseKey_fkey" FOREIGN KEY ("purseKey") REFERENCES "Purse" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
) WITHOUT ROWID;
