-- The models of schema.prisma in PostgreSQL. Texts compare by their bytes, as in SQLite. Keys of calls and entries are
-- larger than those of SQLite: day * 2^32 + a number, so that tables can be partitioned by time.

CREATE TABLE "Tag" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "kind" integer NOT NULL,
    "slug" text COLLATE "C" NOT NULL,
    "name" text COLLATE "C" NOT NULL,
    "icon" text,
    "url" text,
    "description" text
);
CREATE UNIQUE INDEX "Tag_kind_slug_key" ON "Tag" ("kind", "slug");

CREATE TABLE "Template" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "createdAt" timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX "Template_id_key" ON "Template" ("id");

CREATE TABLE "TemplateVersion" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "templateKey" integer NOT NULL REFERENCES "Template" ("key"),
    "number" integer NOT NULL,
    "hash" text COLLATE "C" NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "document" text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX "TemplateVersion_templateKey_number_key" ON "TemplateVersion" ("templateKey", "number");
CREATE UNIQUE INDEX "TemplateVersion_templateKey_hash_key" ON "TemplateVersion" ("templateKey", "hash");

CREATE TABLE "Product" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "slug" text COLLATE "C" NOT NULL,
    "name" text COLLATE "C" NOT NULL,
    "sortName" text COLLATE "C" NOT NULL,
    "status" integer NOT NULL,
    "priceFrom" bigint NOT NULL,
    "priceTo" bigint NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "updatedAt" timestamptz(3) NOT NULL,
    "versionKey" integer NOT NULL REFERENCES "TemplateVersion" ("key"),
    "card" text NOT NULL,
    "introduction" text NOT NULL,
    "doc" text NOT NULL,
    "file" text COLLATE "C",
    "source" text COLLATE "C",
    "deprecated" integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "Product_id_key" ON "Product" ("id");
CREATE UNIQUE INDEX "Product_slug_key" ON "Product" ("slug");
CREATE INDEX "Product_versionKey_idx" ON "Product" ("versionKey");
CREATE INDEX "Product_by_name" ON "Product" ("status", "deprecated", "sortName", "id") INCLUDE ("key");
CREATE INDEX "Product_newest_first" ON "Product" ("status", "deprecated", "createdAt" DESC, "id" DESC) INCLUDE ("key");
CREATE INDEX "Product_cheapest_first" ON "Product" ("status", "deprecated", "priceFrom", "id") INCLUDE ("key");
CREATE INDEX "Product_dearest_first" ON "Product" ("status", "deprecated", "priceFrom" DESC, "id" DESC) INCLUDE ("key");

CREATE TABLE "ProductTag" (
    "productKey" integer NOT NULL REFERENCES "Product" ("key"),
    "tagKey" integer NOT NULL REFERENCES "Tag" ("key"),
    "kind" integer NOT NULL,
    "position" integer NOT NULL,
    PRIMARY KEY ("productKey", "tagKey")
);
CREATE INDEX "ProductTag_tagKey_productKey_idx" ON "ProductTag" ("tagKey", "productKey");
-- A product has at most one type (kind 1) and at most one provider (kind 2).
CREATE UNIQUE INDEX "ProductTag_one_type_one_provider" ON "ProductTag" ("productKey", "kind") WHERE "kind" <= 2;

CREATE TABLE "Api" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "slug" text COLLATE "C" NOT NULL,
    "name" text COLLATE "C" NOT NULL,
    "sortName" text COLLATE "C" NOT NULL,
    "providerKey" integer NOT NULL REFERENCES "Tag" ("key"),
    "version" text,
    "url" text,
    "summary" text,
    "createdAt" timestamptz(3) NOT NULL,
    "updatedAt" timestamptz(3) NOT NULL,
    "operations" integer NOT NULL DEFAULT 0,
    "groupCount" integer NOT NULL DEFAULT 0,
    "priceFrom" bigint NOT NULL DEFAULT 0,
    "priceTo" bigint NOT NULL DEFAULT 0,
    "deprecated" integer NOT NULL DEFAULT 0,
    "card" text NOT NULL DEFAULT '',
    "groups" text NOT NULL,
    "doc" text NOT NULL,
    "file" text COLLATE "C" NOT NULL,
    "source" text COLLATE "C"
);
CREATE UNIQUE INDEX "Api_id_key" ON "Api" ("id");
CREATE UNIQUE INDEX "Api_slug_key" ON "Api" ("slug");
CREATE INDEX "Api_providerKey_idx" ON "Api" ("providerKey");

CREATE TABLE "ApiOperation" (
    "productKey" integer PRIMARY KEY REFERENCES "Product" ("key"),
    "apiKey" integer NOT NULL REFERENCES "Api" ("key"),
    "groupIndex" integer NOT NULL,
    "position" integer NOT NULL
);
CREATE INDEX "ApiOperation_apiKey_position_idx" ON "ApiOperation" ("apiKey", "position");

CREATE TABLE "SynonymGroup" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "phrases" text NOT NULL,
    "file" text COLLATE "C"
);

CREATE TABLE "SearchWord" (
    "word" text COLLATE "C" PRIMARY KEY
);

CREATE TABLE "StaleProduct" (
    "productKey" integer PRIMARY KEY
);

CREATE TABLE "Account" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "name" text COLLATE "C" NOT NULL,
    "createdAt" timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX "Account_id_key" ON "Account" ("id");

CREATE TABLE "ApiKey" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "accountKey" integer NOT NULL REFERENCES "Account" ("key"),
    "name" text NOT NULL,
    "hash" text COLLATE "C" NOT NULL,
    "hint" text NOT NULL,
    "operator" boolean NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3),
    "revokedAt" timestamptz(3),
    "lastUsedAt" timestamptz(3),
    "capDay" bigint,
    "capMonth" bigint,
    "capTotal" bigint
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX "ApiKey_id_key" ON "ApiKey" ("id");
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey" ("hash");
CREATE INDEX "ApiKey_accountKey_idx" ON "ApiKey" ("accountKey");

CREATE TABLE "Session" (
    "hash" text COLLATE "C" PRIMARY KEY,
    "apiKeyKey" integer NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL
);
CREATE INDEX "Session_apiKeyKey_createdAt_idx" ON "Session" ("apiKeyKey", "createdAt");
CREATE INDEX "Session_expiresAt_idx" ON "Session" ("expiresAt");

-- The ledger. Rows that every call updates keep room on their page, and no index has a column that changes, so that an
-- update stays on its page and leaves nothing for a vacuum to do in an index.

CREATE TABLE "Purse" (
    "key" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "posted" bigint NOT NULL,
    "pending" bigint NOT NULL CHECK ("pending" >= 0),
    "grantedDay" text COLLATE "C",
    "keptBytes" bigint NOT NULL DEFAULT 0,
    "checkedPosted" bigint NOT NULL DEFAULT 0,
    -- How many entries it has, so that nobody needs to count them.
    "entryCount" bigint NOT NULL DEFAULT 0,
    -- The portal's own purses, 1 and 2, may owe; nobody else may.
    CHECK ("key" <= 2 OR "posted" >= "pending")
) WITH (fillfactor = 30);
CREATE UNIQUE INDEX "Purse_id_key" ON "Purse" ("id");
INSERT INTO "Purse" ("key", "id", "posted", "pending") VALUES (1, 'issued', 0, 0), (2, 'earned', 0, 0);
ALTER TABLE "Purse" ALTER COLUMN "key" RESTART WITH 3;

-- What connections added to the portal's own purses. One row of `earned` would make all calls of all portals wait for
-- each other; its balance is `posted` plus the sum of its shares.
CREATE TABLE "PurseShare" (
    "purseKey" bigint NOT NULL,
    "share" integer NOT NULL,
    "posted" bigint NOT NULL,
    PRIMARY KEY ("purseKey", "share")
) WITH (fillfactor = 30);

CREATE TABLE "KeySpend" (
    "apiKeyKey" integer NOT NULL,
    "period" text COLLATE "C" NOT NULL,
    "credits" bigint NOT NULL CHECK ("credits" >= 0),
    "checkedCredits" bigint NOT NULL DEFAULT 0,
    PRIMARY KEY ("apiKeyKey", "period")
) WITH (fillfactor = 30);

CREATE TABLE "DailyUse" (
    "purseKey" bigint NOT NULL,
    "day" text COLLATE "C" NOT NULL,
    "productKey" integer NOT NULL,
    "calls" bigint NOT NULL,
    "credits" bigint NOT NULL,
    "checkedCalls" bigint NOT NULL DEFAULT 0,
    "checkedCredits" bigint NOT NULL DEFAULT 0,
    PRIMARY KEY ("purseKey", "day", "productKey")
) WITH (fillfactor = 30);

CREATE SEQUENCE "Entry_number" CACHE 1;
CREATE TABLE "Entry" (
    "key" bigint NOT NULL PRIMARY KEY,
    "transfer" bigint NOT NULL,
    "purseKey" bigint NOT NULL,
    "amount" bigint NOT NULL,
    "kind" text COLLATE "C" NOT NULL,
    "at" timestamptz(3) NOT NULL,
    "callKey" bigint,
    "reason" text
) PARTITION BY RANGE ("key");
CREATE INDEX "Entry_purse" ON "Entry" ("purseKey", "key") WHERE "purseKey" > 2;
CREATE INDEX "Entry_charge" ON "Entry" ("callKey") WHERE "kind" = 'charge' AND "amount" < 0;
CREATE INDEX "Entry_refund" ON "Entry" ("callKey") WHERE "kind" = 'refund' AND "amount" > 0;

CREATE SEQUENCE "Call_number" CACHE 1;
CREATE TABLE "Call" (
    "key" bigint NOT NULL PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "purseKey" bigint NOT NULL,
    "owner" text COLLATE "C",
    "apiKeyKey" integer,
    "productKey" integer NOT NULL,
    "versionKey" integer NOT NULL,
    "state" integer NOT NULL,
    "quoted" bigint NOT NULL,
    "charged" bigint NOT NULL,
    "startedAt" timestamptz(3) NOT NULL,
    "settledAt" timestamptz(3),
    "inputHash" text COLLATE "C" NOT NULL,
    -- The process that makes it.
    "instanceKey" bigint NOT NULL,
    CHECK ("charged" BETWEEN 0 AND "quoted")
) PARTITION BY RANGE ("key");
CREATE INDEX "Call_id" ON "Call" ("id");
CREATE INDEX "Call_owner_key_idx" ON "Call" ("owner", "key");

CREATE TABLE "CallEnding" (
    "callKey" bigint NOT NULL PRIMARY KEY,
    "ending" text NOT NULL
) PARTITION BY RANGE ("callKey");

CREATE TABLE "CallInput" (
    "callKey" bigint NOT NULL PRIMARY KEY,
    "input" text NOT NULL,
    "bytes" bigint NOT NULL DEFAULT 0
) PARTITION BY RANGE ("callKey");

CREATE TABLE "IdempotentCall" (
    "callKey" bigint NOT NULL PRIMARY KEY,
    "hash" text COLLATE "C" NOT NULL,
    "fingerprint" text COLLATE "C" NOT NULL,
    "head" text,
    "body" bytea,
    "bytes" bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX "IdempotentCall_hash_key" ON "IdempotentCall" ("hash");

CREATE TABLE "LedgerProgress" (
    "key" integer PRIMARY KEY,
    "freeInputsPruned" bigint NOT NULL DEFAULT 0,
    "checkedEntry" bigint NOT NULL DEFAULT 0,
    "checkedCall" bigint NOT NULL DEFAULT 0,
    "checkedPurse" bigint NOT NULL DEFAULT 0
);
INSERT INTO "LedgerProgress" ("key") VALUES (1);

-- A process that makes calls. One that has not been seen for a while is fenced: its calls are resolved, and it can
-- open no more under this key.
CREATE TABLE "Instance" (
    "key" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "name" text NOT NULL,
    "startedAt" timestamptz(3) NOT NULL DEFAULT now(),
    "seenAt" timestamptz(3) NOT NULL DEFAULT now(),
    -- Every call of it with a smaller key is resolved.
    "firstOpenCall" bigint NOT NULL DEFAULT 0,
    "fencedAt" timestamptz(3),
    -- When the last of its calls was.
    "resolvedAt" timestamptz(3)
) WITH (fillfactor = 30);

CREATE FUNCTION "entries_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Entries are only ever added.';
END $$;
CREATE TRIGGER "Entry_is_never_changed" BEFORE UPDATE OR DELETE ON "Entry"
    FOR EACH ROW EXECUTE FUNCTION "entries_stay"();

-- All portals have the same secret. Its fingerprint tells one that has not.
CREATE TABLE "Secret" (
    "key" integer PRIMARY KEY,
    "fingerprint" text NOT NULL
);
