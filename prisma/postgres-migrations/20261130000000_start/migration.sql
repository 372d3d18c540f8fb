-- The models of schema.prisma in PostgreSQL, and what only PostgreSQL has. Texts compare by their bytes, as in SQLite.
-- Functions of triggers are here, beside their tables; all others are in prisma/functions.

-- ---------------------------------------------------------------------------------------------------------- Catalogue

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
    -- The catalogue file that it was published from, and the document that the file was drafted from: another file of the
    -- same slug does not take the product over.
    "file" text COLLATE "C",
    "source" text COLLATE "C",
    "deprecated" integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "Product_id_key" ON "Product" ("id");
CREATE UNIQUE INDEX "Product_slug_key" ON "Product" ("slug");
CREATE INDEX "Product_versionKey_idx" ON "Product" ("versionKey");
-- What is deprecated comes last in every list. So an index by price cannot be read from its end, and there are two.
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

-- Which products are operations of an API, and in which order.
CREATE TABLE "ApiOperation" (
    "productKey" integer PRIMARY KEY REFERENCES "Product" ("key"),
    "apiKey" integer NOT NULL REFERENCES "Api" ("key"),
    "groupIndex" integer NOT NULL,
    "position" integer NOT NULL
);
CREATE INDEX "ApiOperation_apiKey_position_idx" ON "ApiOperation" ("apiKey", "position");

-- ------------------------------------------------------------------------------------------------------------- Search

-- What full-text search finds. `server/store/postgres/search-vector.ts` makes the vectors. The long one of each row is
-- stored apart: of half of 100,000 products, their rows are then read three times as fast. PostgreSQL stores values apart
-- only from rows above 2 KB, so a filler, of which it stores 30 bytes, makes every row that long.
CREATE TABLE "product_search" (
    "productKey" integer PRIMARY KEY,
    "status" integer NOT NULL,
    "deprecated" integer NOT NULL,
    "words" tsvector NOT NULL,
    "filler" text NOT NULL DEFAULT repeat(' ', 2048)
) WITH (toast_tuple_target = 128);
-- Without a list of pending changes, which every search would read.
CREATE INDEX "product_search_words" ON "product_search" USING gin ("words") WITH (fastupdate = off);

CREATE TABLE "api_search" (
    "apiKey" integer PRIMARY KEY,
    "words" tsvector NOT NULL
);
CREATE INDEX "api_search_words" ON "api_search" USING gin ("words") WITH (fastupdate = off);

-- Phrases that mean the same, one a line, and the tags file that they were published from: another catalogue does not
-- drop them.
CREATE TABLE "SynonymGroup" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "phrases" text NOT NULL,
    "file" text COLLATE "C"
);

-- The words that a misspelt one is compared with, as they are written.
CREATE TABLE "SearchWord" ("word" text COLLATE "C" PRIMARY KEY);

-- Products whose card and search texts are to be written anew. A migration that changes how they are made puts products
-- here; only the writer can make them.
CREATE TABLE "StaleProduct" ("productKey" integer PRIMARY KEY);

-- ------------------------------------------------------------------------------------------------ People and accounts

-- People who sign in. An address is compared by its key, which has no capitals.
CREATE TABLE "Person" (
    "key" integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "email" text NOT NULL,
    "emailKey" text COLLATE "C" NOT NULL,
    "name" text NOT NULL,
    "passwordHash" text,
    "operatorRole" text CHECK ("operatorRole" IN ('owner', 'publisher', 'finance', 'viewer')),
    "createdAt" timestamptz(3) NOT NULL,
    "erasedAt" timestamptz(3),
    -- When they proved that they read the mails of their address, or an operator named it.
    "addressProvenAt" timestamptz(3)
);
CREATE UNIQUE INDEX "Person_id_key" ON "Person" ("id");
CREATE UNIQUE INDEX "Person_emailKey_key" ON "Person" ("emailKey");

CREATE TABLE "Account" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "name" text COLLATE "C" NOT NULL,
    "createdAt" timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX "Account_id_key" ON "Account" ("id");

-- People in accounts. A row stays when the person leaves.
CREATE TABLE "Member" (
    "key" integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "accountKey" integer NOT NULL REFERENCES "Account" ("key"),
    "personKey" integer NOT NULL REFERENCES "Person" ("key"),
    "role" text NOT NULL CHECK ("role" IN ('owner', 'admin', 'member', 'billing', 'viewer')),
    "joinedAt" timestamptz(3) NOT NULL,
    "removedAt" timestamptz(3),
    "capDay" bigint,
    "capMonth" bigint,
    "capTotal" bigint
);
CREATE UNIQUE INDEX "Member_accountKey_personKey_key" ON "Member" ("accountKey", "personKey");
CREATE INDEX "Member_personKey_idx" ON "Member" ("personKey");

-- Only the hash of the token in a link is stored.
CREATE TABLE "Invitation" (
    "hash" text COLLATE "C" PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "accountKey" integer NOT NULL REFERENCES "Account" ("key"),
    "role" text NOT NULL CHECK ("role" IN ('owner', 'admin', 'member', 'billing', 'viewer')),
    "capDay" bigint,
    "capMonth" bigint,
    "capTotal" bigint,
    "email" text,
    "invitedBy" integer,
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL,
    "usedAt" timestamptz(3),
    "withdrawnAt" timestamptz(3),
    -- How many known addresses somebody has tried with the link: it tells who has one.
    "triedAddresses" integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "Invitation_id_key" ON "Invitation" ("id");
CREATE INDEX "Invitation_accountKey_createdAt_idx" ON "Invitation" ("accountKey", "createdAt");
CREATE INDEX "Invitation_address_idx" ON "Invitation" (lower("email"));

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
    "capTotal" bigint,
    "personKey" integer REFERENCES "Person" ("key"),
    "access" text NOT NULL DEFAULT 'call' CHECK ("access" IN ('call', 'read')),
    -- JSON: an array of "Product"."key"; null for all.
    "products" text,
    -- The secret before the last rotation, and until when it works.
    "earlierHash" text COLLATE "C",
    "earlierEndsAt" timestamptz(3),
    -- The operator whose role an operator key has. Keys of the command line belong to nobody.
    "operatorPersonKey" integer REFERENCES "Person" ("key"),
    -- The client that asked for the key, if a person granted it to an agent. Nobody knows the secret of such a key.
    "clientId" text COLLATE "C",
    "clientName" text COLLATE "C"
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX "ApiKey_id_key" ON "ApiKey" ("id");
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey" ("hash");
CREATE UNIQUE INDEX "ApiKey_earlierHash_key" ON "ApiKey" ("earlierHash");
CREATE INDEX "ApiKey_accountKey_idx" ON "ApiKey" ("accountKey");
CREATE INDEX "ApiKey_operatorPersonKey_idx" ON "ApiKey" ("operatorPersonKey");

-- What the client of a granted key holds.
CREATE TABLE "ClientToken" (
    "hash" text COLLATE "C" PRIMARY KEY,
    "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('code', 'access', 'refresh')),
    "apiKeyKey" integer NOT NULL REFERENCES "ApiKey" ("key"),
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL,
    "usedAt" timestamptz(3),
    "redirectUri" text COLLATE "C",
    "codeChallenge" text COLLATE "C"
);
CREATE INDEX "ClientToken_apiKeyKey_createdAt_idx" ON "ClientToken" ("apiKeyKey", "createdAt");
CREATE INDEX "ClientToken_expiresAt_idx" ON "ClientToken" ("expiresAt");

-- Who revokes a key or changes the status of a product waits for the holds that were begun before, and so is seen by every
-- hold that is begun after the change is committed.
CREATE FUNCTION "after_holds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(CASE TG_TABLE_NAME WHEN 'ApiKey' THEN 2 ELSE 3 END, NEW."key");
    RETURN NEW;
END $$;
CREATE TRIGGER "ApiKey_revoked_after_holds" BEFORE UPDATE OF "revokedAt" ON "ApiKey"
    FOR EACH ROW EXECUTE FUNCTION "after_holds"();
CREATE TRIGGER "Product_status_after_holds" BEFORE UPDATE OF "status" ON "Product"
    FOR EACH ROW WHEN (OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION "after_holds"();

-- ------------------------------------------------------------------------------------------------------------ Sign-in

-- No table of this chapter has foreign keys: the writer has just read the row, or is told its key by code that did, and
-- the erasure of a person removes their rows.

-- A session of a browser stands for a person or for an API key.
CREATE TABLE "Session" (
    "hash" text COLLATE "C" PRIMARY KEY,
    "apiKeyKey" integer,
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL,
    "id" text COLLATE "C",
    "personKey" integer,
    "device" text,
    "lastSeenAt" timestamptz(3),
    "accountKey" integer,
    -- When the person last proved who they are.
    "confirmedAt" timestamptz(3),
    -- The account that an operator sees as its members do, and until when.
    "seesAccountKey" integer,
    "seesUntil" timestamptz(3),
    -- When the mailed code was entered with which the session began.
    "mailedCodeAt" timestamptz(3),
    CHECK (("apiKeyKey" IS NULL) <> ("personKey" IS NULL))
);
CREATE UNIQUE INDEX "Session_id_key" ON "Session" ("id");
CREATE INDEX "Session_apiKeyKey_createdAt_idx" ON "Session" ("apiKeyKey", "createdAt");
CREATE INDEX "Session_personKey_createdAt_idx" ON "Session" ("personKey", "createdAt");
CREATE INDEX "Session_expiresAt_idx" ON "Session" ("expiresAt");

-- Links that can be used once. Only the hash of the token in a link is stored.
CREATE TABLE "Link" (
    "hash" text COLLATE "C" PRIMARY KEY,
    "kind" text NOT NULL CHECK ("kind" IN ('setup', 'password')),
    "personKey" integer,
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL
);

-- Addresses that want to register, each with the hash of the token in the link that was mailed to it.
CREATE TABLE "Registration" (
    "emailKey" text COLLATE "C" PRIMARY KEY,
    "email" text NOT NULL,
    "hash" text COLLATE "C" NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX "Registration_hash_key" ON "Registration" ("hash");
CREATE INDEX "Registration_expiresAt_idx" ON "Registration" ("expiresAt");

-- The calls that a person made as a guest, in the browser in which they signed up.
CREATE TABLE "GuestHistory" (
    "personKey" integer PRIMARY KEY,
    "owner" text COLLATE "C" NOT NULL,
    "lastCallKey" bigint NOT NULL,
    "createdAt" timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX "GuestHistory_owner_key" ON "GuestHistory" ("owner");

-- Where else people sign in: the issuer, and what it calls the person.
CREATE TABLE "Identity" (
    "key" integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "personKey" integer NOT NULL,
    "issuer" text COLLATE "C" NOT NULL,
    "subject" text COLLATE "C" NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "lastUsedAt" timestamptz(3)
);
CREATE UNIQUE INDEX "Identity_id_key" ON "Identity" ("id");
CREATE UNIQUE INDEX "Identity_issuer_subject_key" ON "Identity" ("issuer", "subject");
CREATE INDEX "Identity_personKey_idx" ON "Identity" ("personKey");

-- Codes of an authenticator app, beside the password. They count from "confirmedAt" on.
CREATE TABLE "SecondFactor" (
    "personKey" integer PRIMARY KEY,
    "secret" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "confirmedAt" timestamptz(3),
    "lastStep" integer,
    "tries" integer NOT NULL DEFAULT 0,
    "triesSince" timestamptz(3)
);

-- Codes for people who have lost the app, each for one use. Only hashes are stored.
CREATE TABLE "RecoveryCode" (
    "hash" text COLLATE "C" PRIMARY KEY,
    "personKey" integer NOT NULL
);
CREATE INDEX "RecoveryCode_personKey_idx" ON "RecoveryCode" ("personKey");

-- The public key of each passkey, and the counter of its last use.
CREATE TABLE "Passkey" (
    "key" integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "personKey" integer NOT NULL,
    "credentialId" text COLLATE "C" NOT NULL,
    "publicKey" text NOT NULL,
    "counter" bigint NOT NULL,
    "transports" text NOT NULL,
    "name" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "lastUsedAt" timestamptz(3)
);
CREATE UNIQUE INDEX "Passkey_id_key" ON "Passkey" ("id");
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey" ("credentialId");
CREATE INDEX "Passkey_personKey_idx" ON "Passkey" ("personKey");

-- What somebody who signs in must answer within minutes. Only the hash of its token is stored, and the keyed hash of a
-- code that was mailed.
CREATE TABLE "Challenge" (
    "hash" text COLLATE "C" PRIMARY KEY,
    "kind" text NOT NULL,
    "personKey" integer,
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL,
    "answer" text,
    "tries" integer NOT NULL DEFAULT 0,
    "mailedCodeAt" timestamptz(3)
);
CREATE INDEX "Challenge_expiresAt_idx" ON "Challenge" ("expiresAt");

-- ------------------------------------------------------------------------------------------------------------- Ledger

-- Rows that every call updates keep room on their page, and no index has a column that changes, so that an update stays on
-- its page and leaves nothing for a vacuum to do in an index. Keys of calls and entries are larger than those of SQLite:
-- day * 2^32 + a number, so that tables can be partitioned by time (prisma/functions/partitions.sql).

CREATE TABLE "Purse" (
    "key" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "posted" bigint NOT NULL,
    "pending" bigint NOT NULL CHECK ("pending" >= 0),
    "grantedDay" text COLLATE "C",
    -- Of inputs and responses, so that a hold knows without a scan whether there is room for more.
    "keptBytes" bigint NOT NULL DEFAULT 0,
    "checkedPosted" bigint NOT NULL DEFAULT 0,
    -- How many entries it has, so that nobody needs to count them.
    "entryCount" bigint NOT NULL DEFAULT 0,
    -- A suspended account makes no calls. It is here because a hold locks the row in any case, as are the caps: the most
    -- credits that the members and keys of an account can spend together.
    "suspendedAt" timestamptz(3),
    "capDay" bigint,
    "capMonth" bigint,
    "capTotal" bigint,
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
-- All that callers got: few entries among many charges.
CREATE INDEX "Entry_kind" ON "Entry" ("kind", "key") WHERE "kind" <> 'charge' AND "purseKey" > 2;
CREATE FUNCTION "entries_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Entries are only ever added.';
END $$;
CREATE TRIGGER "Entry_is_never_changed" BEFORE UPDATE OR DELETE ON "Entry"
    FOR EACH ROW EXECUTE FUNCTION "entries_stay"();

CREATE SEQUENCE "Call_number" CACHE 1;
CREATE TABLE "Call" (
    "key" bigint NOT NULL,
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
    "memberKey" integer,
    CHECK ("charged" BETWEEN 0 AND "quoted")
) PARTITION BY RANGE ("key");
-- A page of somebody's calls between two times counts up to 10,000 of them, in the index alone. Without the time in it,
-- the rows of all callers are read.
CREATE INDEX "Call_of_owner" ON "Call" ("owner", "key") INCLUDE ("startedAt");
-- The two indexes of keys cost the same for an empty month. Then the newer one is taken, and must be this one: the other
-- begins with owners, and a search by key would read all of it. Functions keep a plan that was made in such a month.
ALTER TABLE "Call" ADD PRIMARY KEY ("key");

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

-- One row: how far work on the ledger has come that goes through its calls a part at a time.
CREATE TABLE "LedgerProgress" (
    "key" integer PRIMARY KEY,
    "freeInputsPruned" bigint NOT NULL DEFAULT 0,
    "checkedEntry" bigint NOT NULL DEFAULT 0,
    "checkedCall" bigint NOT NULL DEFAULT 0
);
INSERT INTO "LedgerProgress" ("key") VALUES (1);

-- -------------------------------------------------------------------------------------------------- Use and spending

-- The resolved calls of a day. 0 where a call has no key or member.
CREATE TABLE "DailyUse" (
    "purseKey" bigint NOT NULL,
    "day" text COLLATE "C" NOT NULL,
    "productKey" integer NOT NULL,
    "calls" bigint NOT NULL,
    "credits" bigint NOT NULL,
    "checkedCalls" bigint NOT NULL DEFAULT 0,
    "checkedCredits" bigint NOT NULL DEFAULT 0,
    "apiKeyKey" integer NOT NULL,
    "memberKey" integer NOT NULL,
    PRIMARY KEY ("purseKey", "day", "productKey", "apiKeyKey", "memberKey")
) WITH (fillfactor = 30);
CREATE INDEX "DailyUse_day_idx" ON "DailyUse" ("day");

-- What keys and accounts with a cap spend in a day, a month and in all, including open holds; and members in a day, whose
-- months are sums of days.
CREATE TABLE "KeySpend" (
    "apiKeyKey" integer NOT NULL,
    "period" text COLLATE "C" NOT NULL,
    "credits" bigint NOT NULL CHECK ("credits" >= 0),
    "checkedCredits" bigint NOT NULL DEFAULT 0,
    PRIMARY KEY ("apiKeyKey", "period")
) WITH (fillfactor = 30);

CREATE TABLE "MemberSpend" (
    "memberKey" integer NOT NULL,
    "day" text COLLATE "C" NOT NULL,
    "credits" bigint NOT NULL CHECK ("credits" >= 0),
    "checkedCredits" bigint NOT NULL DEFAULT 0,
    PRIMARY KEY ("memberKey", "day")
) WITH (fillfactor = 30);

CREATE TABLE "AccountSpend" (
    "purseKey" bigint NOT NULL,
    "period" text COLLATE "C" NOT NULL,
    "credits" bigint NOT NULL CHECK ("credits" >= 0),
    "checkedCredits" bigint NOT NULL DEFAULT 0,
    PRIMARY KEY ("purseKey", "period")
) WITH (fillfactor = 30);

-- What the checked part of the ledger adds up to, so that the hourly check reads only what is new. In tables of their
-- own: calls change the rows of purses, and would wait for the check. Keys and accounts without a cap have rows, too: so
-- a first cap need not count what they have spent.
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
    "apiKeyKey" integer NOT NULL,
    "memberKey" integer NOT NULL,
    PRIMARY KEY ("purseKey", "day", "productKey", "apiKeyKey", "memberKey")
);

CREATE TABLE "CheckedSpend" (
    "apiKeyKey" integer NOT NULL,
    "period" text COLLATE "C" NOT NULL,
    "credits" bigint NOT NULL,
    PRIMARY KEY ("apiKeyKey", "period")
);

CREATE TABLE "CheckedMemberSpend" (
    "memberKey" integer NOT NULL,
    "day" text COLLATE "C" NOT NULL,
    "credits" bigint NOT NULL,
    PRIMARY KEY ("memberKey", "day")
);

CREATE TABLE "CheckedAccountSpend" (
    "purseKey" bigint NOT NULL,
    "period" text COLLATE "C" NOT NULL,
    "credits" bigint NOT NULL,
    PRIMARY KEY ("purseKey", "period")
);

-- Calls that were open when they were reached.
CREATE TABLE "CheckedOpen" ("callKey" bigint PRIMARY KEY);

-- How the calls of a product ended, by the hour. The last two columns are when calls of the hour failed last for the
-- credentials of the portal, and when the API refused them last.
CREATE TABLE "HourlyOutcome" (
    "hour" integer NOT NULL,
    "productKey" integer NOT NULL,
    "calls" integer NOT NULL,
    "failed" integer NOT NULL,
    "denied" integer NOT NULL,
    "answered" integer NOT NULL,
    "answeredMs" bigint NOT NULL,
    "lastSuccessAt" timestamptz(3),
    "lastDeniedAt" timestamptz(3),
    "lastRefusedAt" timestamptz(3),
    PRIMARY KEY ("hour", "productKey")
);
CREATE INDEX "HourlyOutcome_productKey_hour_idx" ON "HourlyOutcome" ("productKey", "hour");

CREATE TABLE "OutcomeProgress" (
    "key" integer PRIMARY KEY,
    "countedCall" bigint NOT NULL
);
INSERT INTO "OutcomeProgress" ("key", "countedCall") VALUES (1, 0);

-- Calls that were open when the count passed them.
CREATE TABLE "UncountedCall" ("callKey" bigint PRIMARY KEY);

-- How many calls of an account were refused before their credits were held, by day, API key and reason.
CREATE TABLE "DailyRefusal" (
    "accountKey" integer NOT NULL,
    "day" text COLLATE "C" NOT NULL,
    "apiKeyKey" integer NOT NULL,
    "problem" text COLLATE "C" NOT NULL,
    "calls" integer NOT NULL,
    PRIMARY KEY ("accountKey", "day", "apiKeyKey", "problem")
);

-- The last 1,000 of an account.
CREATE TABLE "RefusedCall" (
    "key" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "accountKey" integer NOT NULL,
    "at" timestamptz(3) NOT NULL,
    "productKey" integer,
    "apiKeyKey" integer,
    "memberKey" integer,
    "problem" text COLLATE "C" NOT NULL,
    "status" integer NOT NULL,
    "detail" text,
    "requestId" text COLLATE "C" NOT NULL
);
CREATE INDEX "RefusedCall_accountKey_key_idx" ON "RefusedCall" ("accountKey", "key");

-- ---------------------------------------------------------------------------------------- Mails, webhooks and alerts

-- The job that has something to tell writes mails and deliveries, and a portal sends them afterwards.

CREATE TABLE "Mail" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "kind" text COLLATE "C" NOT NULL,
    "to" text COLLATE "C" NOT NULL,
    "subject" text NOT NULL,
    "text" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "attempts" integer NOT NULL DEFAULT 0,
    "nextAttemptAt" timestamptz(3),
    "leaseUntil" timestamptz(3),
    "sentAt" timestamptz(3),
    "failedAt" timestamptz(3),
    "lastError" text,
    -- Mails of a kind are bounded by day for each address, each network that asks for them, and in all.
    "askedBy" text COLLATE "C"
);
CREATE UNIQUE INDEX "Mail_id_key" ON "Mail" ("id");
CREATE INDEX "Mail_createdAt_idx" ON "Mail" ("createdAt");
CREATE INDEX "Mail_kind_createdAt_idx" ON "Mail" ("kind", "createdAt");
CREATE INDEX "Mail_nextAttemptAt_idx" ON "Mail" ("nextAttemptAt");
CREATE INDEX "Mail_failedAt_idx" ON "Mail" ("failedAt");
CREATE INDEX "Mail_address_idx" ON "Mail" (lower("to"));

CREATE TABLE "Webhook" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "accountKey" integer NOT NULL,
    "url" text NOT NULL,
    "secret" text NOT NULL,
    "events" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "disabledAt" timestamptz(3)
);
CREATE UNIQUE INDEX "Webhook_id_key" ON "Webhook" ("id");
CREATE INDEX "Webhook_accountKey_idx" ON "Webhook" ("accountKey");

-- No foreign keys: accounts are never deleted, and the deliveries of a deleted webhook are deleted later, some at a time.
CREATE TABLE "WebhookDelivery" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "webhookKey" integer NOT NULL,
    "event" text COLLATE "C" NOT NULL,
    "payload" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "attempts" integer NOT NULL DEFAULT 0,
    "nextAttemptAt" timestamptz(3),
    "leaseUntil" timestamptz(3),
    "deliveredAt" timestamptz(3),
    "failedAt" timestamptz(3),
    "lastStatus" integer,
    "lastError" text,
    "lastResponse" text,
    -- So that portals send only a few of one account at the same time; 0 if the webhook is gone.
    "accountKey" integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "WebhookDelivery_id_key" ON "WebhookDelivery" ("id");
CREATE INDEX "WebhookDelivery_webhookKey_key_idx" ON "WebhookDelivery" ("webhookKey", "key");
CREATE INDEX "WebhookDelivery_createdAt_idx" ON "WebhookDelivery" ("createdAt");
CREATE INDEX "WebhookDelivery_nextAttemptAt_idx" ON "WebhookDelivery" ("nextAttemptAt");
CREATE INDEX "WebhookDelivery_waiting_idx" ON "WebhookDelivery" ("accountKey", "nextAttemptAt") WHERE "nextAttemptAt" IS NOT NULL;

-- No foreign keys to what an alert watches: keys and members are never deleted.
CREATE TABLE "Alert" (
    "key" integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "accountKey" integer NOT NULL,
    "watches" text COLLATE "C" NOT NULL CHECK ("watches" IN ('balance', 'day', 'month')),
    "credits" bigint NOT NULL CHECK ("credits" > 0),
    "apiKeyKey" integer,
    "memberKey" integer,
    "tellsWebhooks" boolean NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "watchedSince" timestamptz(3) NOT NULL,
    "toldPeriod" text COLLATE "C",
    "reachedAt" timestamptz(3)
);
CREATE UNIQUE INDEX "Alert_id_key" ON "Alert" ("id");
CREATE INDEX "Alert_accountKey_watchedSince_idx" ON "Alert" ("accountKey", "watchedSince");

CREATE TABLE "AlertRecipient" (
    "alertKey" integer NOT NULL REFERENCES "Alert" ("key") ON DELETE CASCADE,
    "personKey" integer NOT NULL,
    PRIMARY KEY ("alertKey", "personKey")
);
CREATE INDEX "AlertRecipient_personKey_idx" ON "AlertRecipient" ("personKey");

-- ---------------------------------------------------------------------------------------------------------- Operators

-- Who changed what. Each entry has the hash of the one before it, so that a changed, missing or moved entry is found.
CREATE TABLE "AuditEntry" (
    "number" integer PRIMARY KEY,
    "at" timestamptz(3) NOT NULL,
    "actorKind" text NOT NULL,
    "actorId" text,
    "verb" text NOT NULL,
    "target" text,
    "before" text,
    "after" text,
    "reason" text,
    "requestId" text,
    "previous" text NOT NULL,
    "hash" text NOT NULL
);
CREATE INDEX "AuditEntry_verb_number_idx" ON "AuditEntry" ("verb", "number");
CREATE INDEX "AuditEntry_actorId_number_idx" ON "AuditEntry" ("actorId", "number");
CREATE INDEX "AuditEntry_target_number_idx" ON "AuditEntry" ("target", "number");
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit entries do not change';
END $$;
CREATE TRIGGER "AuditEntry_change" BEFORE UPDATE OR DELETE ON "AuditEntry"
    FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- Requests of operators with an Idempotency-Key, for a day: written in the transaction of their change.
CREATE TABLE "OperatorRequest" (
    "hash" text COLLATE "C" PRIMARY KEY,
    "fingerprint" text COLLATE "C" NOT NULL,
    "given" text NOT NULL,
    "result" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL
);
CREATE INDEX "OperatorRequest_createdAt_idx" ON "OperatorRequest" ("createdAt");

-- What an operator has dismissed from what needs somebody. It comes back if it happens again.
CREATE TABLE "DismissedItem" (
    "item" text COLLATE "C" PRIMARY KEY,
    "dismissedAt" timestamptz(3) NOT NULL
);

-- ---------------------------------------------------------------------------------------- Several portals, and a move

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
    "resolvedAt" timestamptz(3),
    -- Portals share the places of an upstream; commands take none.
    "isPortal" boolean NOT NULL DEFAULT true
) WITH (fillfactor = 30);

-- All portals have the same secret. Its fingerprint tells one that has not.
CREATE TABLE "Secret" (
    "key" integer PRIMARY KEY,
    "fingerprint" text NOT NULL
);

-- How often data was changed that processes cache. Who changes it takes its row first, and so waits for everybody else
-- who does.
CREATE TABLE "Generation" (
    "kind" text COLLATE "C" PRIMARY KEY,
    "number" bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 30);
INSERT INTO "Generation" ("kind") VALUES ('catalogue'), ('keys'), ('sessions');

-- What callers and networks have taken of their limits in the minute that ends at "until", in all portals. It may be
-- lost with a crash. Names are keyed hashes.
CREATE UNLOGGED TABLE "Taken" (
    "taker" text PRIMARY KEY,
    "points" bigint NOT NULL,
    "until" timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

-- How many calls each portal had under way to an upstream a moment ago. It may be lost with a crash.
CREATE UNLOGGED TABLE "UnderWay" (
    "upstream" text NOT NULL,
    "instanceKey" bigint NOT NULL,
    "calls" integer NOT NULL,
    "at" timestamptz(3) NOT NULL,
    PRIMARY KEY ("upstream", "instanceKey")
) WITH (fillfactor = 50);

-- The last backup that "farebox backup" made, on any machine. Portals show its age in their metrics.
CREATE TABLE "LastBackup" (
    "key" integer PRIMARY KEY CHECK ("key" = 1),
    "madeAt" timestamptz NOT NULL
);

-- A SQLite portal that is moved into this database (server/store/move). Its folder has the same id.
CREATE TABLE "Move" (
    "key" integer PRIMARY KEY CHECK ("key" = 1),
    "id" text NOT NULL,
    "startedAt" timestamptz(3) NOT NULL DEFAULT now(),
    "finishedAt" timestamptz(3)
);

-- How much of each part has been copied. "after" is JSON: the key in SQLite of the last row. Each batch writes it in its
-- own transaction, so that a move goes on where it was cut off.
CREATE TABLE "MoveProgress" (
    "part" text PRIMARY KEY,
    "after" text NOT NULL,
    "isDone" boolean NOT NULL
);

-- No portal and no command begins before the move is complete.
CREATE FUNCTION "begin_after_move"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM "Move" WHERE "finishedAt" IS NULL) THEN
        RAISE EXCEPTION 'A portal is being moved into this database.' USING ERRCODE = 'FB002';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "Instance_begins_after_move" BEFORE INSERT ON "Instance"
    FOR EACH ROW EXECUTE FUNCTION "begin_after_move"();
