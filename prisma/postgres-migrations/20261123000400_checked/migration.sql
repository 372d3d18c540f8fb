-- What the checked part of the ledger adds up to, so that the hourly check reads only what is new. In tables of their
-- own: calls change the rows of purses, and would wait for the check.
CREATE TABLE "CheckedPurse" (
    "purseKey" bigint PRIMARY KEY,
    "posted" bigint NOT NULL,
    "entries" bigint NOT NULL
);

CREATE TABLE "CheckedUse" (
    "purseKey" bigint NOT NULL,
    "day" text COLLATE "C" NOT NULL,
    "productKey" integer NOT NULL,
    "calls" bigint NOT NULL,
    "credits" bigint NOT NULL,
    PRIMARY KEY ("purseKey", "day", "productKey")
);

CREATE TABLE "CheckedSpend" (
    "apiKeyKey" integer NOT NULL,
    "period" text COLLATE "C" NOT NULL,
    "credits" bigint NOT NULL,
    PRIMARY KEY ("apiKeyKey", "period")
);

-- Calls that were open when they were reached.
CREATE TABLE "CheckedOpen" (
    "callKey" bigint PRIMARY KEY
);

-- Portals share the places of an upstream; commands take none.
ALTER TABLE "Instance" ADD COLUMN "isPortal" boolean NOT NULL DEFAULT true;
