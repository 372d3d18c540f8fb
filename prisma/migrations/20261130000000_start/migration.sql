-- The models of schema.prisma, and what they cannot say. Columns stand in the order of the models.

-- ---------------------------------------------------------------------------------------------------------- Catalogue

CREATE TABLE "Tag" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "kind" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "icon" TEXT,
    "url" TEXT,
    "description" TEXT
);
CREATE UNIQUE INDEX "Tag_kind_slug_key" ON "Tag"("kind", "slug");

CREATE TABLE "Template" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "Template_id_key" ON "Template"("id");

CREATE TABLE "TemplateVersion" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "templateKey" INTEGER NOT NULL REFERENCES "Template" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "number" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "document" TEXT NOT NULL
);
CREATE UNIQUE INDEX "TemplateVersion_templateKey_number_key" ON "TemplateVersion"("templateKey", "number");
CREATE UNIQUE INDEX "TemplateVersion_templateKey_hash_key" ON "TemplateVersion"("templateKey", "hash");

CREATE TABLE "Product" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sortName" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "priceFrom" INTEGER NOT NULL,
    "priceTo" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "versionKey" INTEGER NOT NULL REFERENCES "TemplateVersion" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "card" TEXT NOT NULL,
    "introduction" TEXT NOT NULL,
    "doc" TEXT NOT NULL,
    -- The catalogue file that it was published from, and the document that the file was drafted from: another file of the
    -- same slug does not take the product over.
    "file" TEXT,
    "source" TEXT,
    "deprecated" INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "Product_id_key" ON "Product"("id");
CREATE UNIQUE INDEX "Product_slug_key" ON "Product"("slug");
-- What is deprecated comes last in every list. So an index by price cannot be read from its end, and there are two.
CREATE INDEX "Product_status_deprecated_sortName_id_idx" ON "Product"("status", "deprecated", "sortName", "id");
CREATE INDEX "Product_status_deprecated_createdAt_id_idx" ON "Product"("status", "deprecated", "createdAt" DESC, "id" DESC);
CREATE INDEX "Product_status_deprecated_priceFrom_id_idx" ON "Product"("status", "deprecated", "priceFrom", "id");
CREATE INDEX "Product_dearest_first_idx" ON "Product"("status", "deprecated", "priceFrom" DESC, "id" DESC);

CREATE TABLE "ProductTag" (
    "productKey" INTEGER NOT NULL REFERENCES "Product" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "tagKey" INTEGER NOT NULL REFERENCES "Tag" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "kind" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    PRIMARY KEY ("productKey", "tagKey")
);
CREATE INDEX "ProductTag_tagKey_productKey_idx" ON "ProductTag"("tagKey", "productKey");
-- A product has at most one type (kind 1) and at most one provider (kind 2).
CREATE UNIQUE INDEX "ProductTag_one_type_one_provider" ON "ProductTag"("productKey", "kind") WHERE "kind" <= 2;

CREATE TABLE "Api" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sortName" TEXT NOT NULL,
    "providerKey" INTEGER NOT NULL REFERENCES "Tag" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "version" TEXT,
    "url" TEXT,
    "summary" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "operations" INTEGER NOT NULL DEFAULT 0,
    "groupCount" INTEGER NOT NULL DEFAULT 0,
    "priceFrom" INTEGER NOT NULL DEFAULT 0,
    "priceTo" INTEGER NOT NULL DEFAULT 0,
    "deprecated" INTEGER NOT NULL DEFAULT 0,
    "card" TEXT NOT NULL DEFAULT '',
    "groups" TEXT NOT NULL,
    "doc" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "source" TEXT
);
CREATE UNIQUE INDEX "Api_id_key" ON "Api"("id");
CREATE UNIQUE INDEX "Api_slug_key" ON "Api"("slug");
CREATE INDEX "Api_providerKey_idx" ON "Api"("providerKey");

-- Which products are operations of an API, and in which order.
CREATE TABLE "ApiOperation" (
    "productKey" INTEGER NOT NULL PRIMARY KEY REFERENCES "Product" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "apiKey" INTEGER NOT NULL REFERENCES "Api" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "groupIndex" INTEGER NOT NULL,
    "position" INTEGER NOT NULL
);
CREATE INDEX "ApiOperation_apiKey_position_idx" ON "ApiOperation"("apiKey", "position");

-- ------------------------------------------------------------------------------------------------------------- Search

-- What full-text search finds; rowid is Product.key. The texts themselves stay in their own tables. `status` is the word
-- online or offline, so that a search keeps to the products that are listed without looking at each.
CREATE VIRTUAL TABLE "product_search" USING fts5(
    name, introduction, doc, tags, status,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3'
);
-- A word in a name counts more than one in a text; the status is no reason to stand before others.
INSERT INTO "product_search" ("product_search", "rank") VALUES ('rank', 'bm25(10.0, 4.0, 1.0, 3.0, 0.0)');

-- Finds APIs by their name and by their provider, as a tag of a product is found; rowid is Api.key. Words are cut as in
-- `product_search`.
CREATE VIRTUAL TABLE "api_search" USING fts5(
    name, tags,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3'
);
INSERT INTO "api_search" ("api_search", "rank") VALUES ('rank', 'bm25(10.0, 3.0)');

-- Phrases that mean the same, one a line, and the tags file that they were published from: another catalogue does not
-- drop them.
CREATE TABLE "SynonymGroup" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "phrases" TEXT NOT NULL,
    "file" TEXT
);

-- The words that a misspelt one is compared with, as they are written: those of `product_search` have lost their endings.
CREATE TABLE "SearchWord" ("word" TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;

-- Products whose card and search texts are to be written anew. A migration that changes how they are made puts products
-- here; only the writer can make them: it splits words in camel case.
CREATE TABLE "StaleProduct" ("productKey" INTEGER NOT NULL PRIMARY KEY);

-- ------------------------------------------------------------------------------------------------ People and accounts

-- People who sign in. An address is compared by its key, which has no capitals.
CREATE TABLE "Person" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailKey" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT,
    "operatorRole" TEXT CHECK ("operatorRole" IN ('owner', 'publisher', 'finance', 'viewer')),
    "createdAt" DATETIME NOT NULL,
    "erasedAt" DATETIME,
    -- When they proved that they read the mails of their address, or an operator named it.
    "addressProvenAt" DATETIME
);
CREATE UNIQUE INDEX "Person_id_key" ON "Person"("id");
CREATE UNIQUE INDEX "Person_emailKey_key" ON "Person"("emailKey");

CREATE TABLE "Account" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "Account_id_key" ON "Account"("id");

-- People in accounts. A row stays when the person leaves.
CREATE TABLE "Member" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "accountKey" INTEGER NOT NULL REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "personKey" INTEGER NOT NULL REFERENCES "Person" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "role" TEXT NOT NULL CHECK ("role" IN ('owner', 'admin', 'member', 'billing', 'viewer')),
    "joinedAt" DATETIME NOT NULL,
    "removedAt" DATETIME,
    "capDay" BIGINT,
    "capMonth" BIGINT,
    "capTotal" BIGINT
);
CREATE UNIQUE INDEX "Member_accountKey_personKey_key" ON "Member"("accountKey", "personKey");
CREATE INDEX "Member_personKey_idx" ON "Member"("personKey");

-- Only the hash of the token in a link is stored.
CREATE TABLE "Invitation" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "accountKey" INTEGER NOT NULL REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "role" TEXT NOT NULL CHECK ("role" IN ('owner', 'admin', 'member', 'billing', 'viewer')),
    "capDay" BIGINT,
    "capMonth" BIGINT,
    "capTotal" BIGINT,
    "email" TEXT,
    "invitedBy" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    "withdrawnAt" DATETIME,
    -- How many known addresses somebody has tried with the link: it tells who has one.
    "triedAddresses" INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "Invitation_id_key" ON "Invitation"("id");
CREATE INDEX "Invitation_accountKey_createdAt_idx" ON "Invitation"("accountKey", "createdAt");
CREATE INDEX "Invitation_address_idx" ON "Invitation"(lower("email"));

CREATE TABLE "ApiKey" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "accountKey" INTEGER NOT NULL REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "operator" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME,
    "revokedAt" DATETIME,
    "lastUsedAt" DATETIME,
    "capDay" BIGINT,
    "capMonth" BIGINT,
    "capTotal" BIGINT,
    "personKey" INTEGER REFERENCES "Person" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "access" TEXT NOT NULL DEFAULT 'call',
    -- JSON: an array of `Product.key`; null for all.
    "products" TEXT,
    -- The secret before the last rotation, and until when it works.
    "earlierHash" TEXT,
    "earlierEndsAt" DATETIME,
    -- The operator whose role an operator key has. Keys of the command line belong to nobody.
    "operatorPersonKey" INTEGER REFERENCES "Person" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    -- The client that asked for the key, if a person granted it to an agent. Nobody knows the secret of such a key.
    "clientId" TEXT,
    "clientName" TEXT
);
CREATE UNIQUE INDEX "ApiKey_id_key" ON "ApiKey"("id");
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");
CREATE UNIQUE INDEX "ApiKey_earlierHash_key" ON "ApiKey"("earlierHash");
CREATE INDEX "ApiKey_accountKey_idx" ON "ApiKey"("accountKey");
CREATE INDEX "ApiKey_operatorPersonKey_idx" ON "ApiKey"("operatorPersonKey");

-- What the client of a granted key holds.
CREATE TABLE "ClientToken" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL CHECK ("kind" IN ('code', 'access', 'refresh')),
    "apiKeyKey" INTEGER NOT NULL REFERENCES "ApiKey" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    "redirectUri" TEXT,
    "codeChallenge" TEXT
) WITHOUT ROWID;
CREATE INDEX "ClientToken_apiKeyKey_createdAt_idx" ON "ClientToken"("apiKeyKey", "createdAt");
CREATE INDEX "ClientToken_expiresAt_idx" ON "ClientToken"("expiresAt");

-- ------------------------------------------------------------------------------------------------------------ Sign-in

-- No table of this chapter has foreign keys: the writer has just read the row, or is told its key by code that did, and
-- the erasure of a person removes their rows.

-- A session of a browser stands for a person or for an API key.
CREATE TABLE "Session" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "id" TEXT,
    "apiKeyKey" INTEGER,
    "personKey" INTEGER,
    "device" TEXT,
    "createdAt" DATETIME NOT NULL,
    "lastSeenAt" DATETIME,
    "expiresAt" DATETIME NOT NULL,
    "accountKey" INTEGER,
    -- When the person last proved who they are.
    "confirmedAt" DATETIME,
    -- The account that an operator sees as its members do, and until when.
    "seesAccountKey" INTEGER,
    "seesUntil" DATETIME,
    -- When the mailed code was entered with which the session began.
    "mailedCodeAt" DATETIME,
    CHECK (("apiKeyKey" IS NULL) <> ("personKey" IS NULL))
);
CREATE UNIQUE INDEX "Session_id_key" ON "Session"("id");
CREATE INDEX "Session_apiKeyKey_createdAt_idx" ON "Session"("apiKeyKey", "createdAt");
CREATE INDEX "Session_personKey_createdAt_idx" ON "Session"("personKey", "createdAt");
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- Links that can be used once. Only the hash of the token in a link is stored.
CREATE TABLE "Link" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL CHECK ("kind" IN ('setup', 'password')),
    "personKey" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- Addresses that want to register, each with the hash of the token in the link that was mailed to it.
CREATE TABLE "Registration" (
    "emailKey" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "Registration_hash_key" ON "Registration"("hash");
CREATE INDEX "Registration_expiresAt_idx" ON "Registration"("expiresAt");

-- The calls that a person made as a guest, in the browser in which they signed up.
CREATE TABLE "GuestHistory" (
    "personKey" INTEGER NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "lastCallKey" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "GuestHistory_owner_key" ON "GuestHistory"("owner");

-- Where else people sign in: the issuer, and what it calls the person.
CREATE TABLE "Identity" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "personKey" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME
);
CREATE UNIQUE INDEX "Identity_id_key" ON "Identity"("id");
CREATE UNIQUE INDEX "Identity_issuer_subject_key" ON "Identity"("issuer", "subject");
CREATE INDEX "Identity_personKey_idx" ON "Identity"("personKey");

-- Codes of an authenticator app, beside the password. They count from "confirmedAt" on.
CREATE TABLE "SecondFactor" (
    "personKey" INTEGER NOT NULL PRIMARY KEY,
    "secret" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "confirmedAt" DATETIME,
    "lastStep" INTEGER,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "triesSince" DATETIME
);

-- Codes for people who have lost the app, each for one use. Only hashes are stored.
CREATE TABLE "RecoveryCode" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "personKey" INTEGER NOT NULL
);
CREATE INDEX "RecoveryCode_personKey_idx" ON "RecoveryCode"("personKey");

-- The public key of each passkey, and the counter of its last use.
CREATE TABLE "Passkey" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "personKey" INTEGER NOT NULL,
    "credentialId" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME
);
CREATE UNIQUE INDEX "Passkey_id_key" ON "Passkey"("id");
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");
CREATE INDEX "Passkey_personKey_idx" ON "Passkey"("personKey");

-- What somebody who signs in must answer within minutes. Only the hash of its token is stored, and the keyed hash of a
-- code that was mailed.
CREATE TABLE "Challenge" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "personKey" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "answer" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "mailedCodeAt" DATETIME
);
CREATE INDEX "Challenge_expiresAt_idx" ON "Challenge"("expiresAt");

-- ------------------------------------------------------------------------------------------------------------- Ledger

-- What every call writes is lean, because each commit writes and syncs every page that it touches: no AUTOINCREMENT where
-- no row is ever deleted, and no foreign keys where the writer has just read the row, or is told its key by code that did.
-- `farebox check` looks for orphans. The columns "checked…" say what the checked part of the ledger adds up to, so that the
-- hourly check reads only what is new.

CREATE TABLE "Purse" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "posted" BIGINT NOT NULL,
    "pending" BIGINT NOT NULL CHECK ("pending" >= 0),
    "grantedDay" TEXT,
    -- Of inputs and responses, so that a hold knows without a scan whether there is room for more.
    "keptBytes" BIGINT NOT NULL DEFAULT 0,
    "checkedPosted" BIGINT NOT NULL DEFAULT 0,
    -- A suspended account makes no calls. It is here because a hold reads the row in any case, as are the caps: the most
    -- credits that the members and keys of an account can spend together.
    "suspendedAt" DATETIME,
    "capDay" BIGINT,
    "capMonth" BIGINT,
    "capTotal" BIGINT,
    -- The portal's own purses, 1 and 2, may owe; nobody else may.
    CHECK ("key" <= 2 OR "posted" >= "pending")
);
CREATE UNIQUE INDEX "Purse_id_key" ON "Purse"("id");
INSERT INTO "Purse" ("key", "id", "posted", "pending") VALUES (1, 'issued', 0, 0), (2, 'earned', 0, 0);

CREATE TABLE "Entry" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "transfer" INTEGER NOT NULL,
    "purseKey" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "callKey" INTEGER,
    "reason" TEXT
);
-- Only people's purses are read entry by entry; the portal's own, 1 and 2, have half of all entries.
CREATE INDEX "Entry_purse" ON "Entry"("purseKey", "key") WHERE "purseKey" > 2;
-- All that callers got: few entries among many charges.
CREATE INDEX "Entry_kind" ON "Entry" ("kind", "key") WHERE "kind" <> 'charge' AND "purseKey" > 2;
-- No call is charged twice, and its receipt finds its charge and what was given back for it.
CREATE UNIQUE INDEX "Entry_charge" ON "Entry"("callKey") WHERE "kind" = 'charge' AND "amount" < 0;
CREATE INDEX "Entry_refund" ON "Entry"("callKey") WHERE "kind" = 'refund' AND "amount" > 0;
CREATE TRIGGER "Entry_is_never_changed" BEFORE UPDATE ON "Entry"
BEGIN SELECT RAISE(ABORT, 'Entries are only ever added.'); END;
CREATE TRIGGER "Entry_is_never_deleted" BEFORE DELETE ON "Entry"
BEGIN SELECT RAISE(ABORT, 'Entries are only ever added.'); END;

CREATE TABLE "Call" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "purseKey" INTEGER NOT NULL,
    "owner" TEXT,
    "apiKeyKey" INTEGER,
    "productKey" INTEGER NOT NULL,
    "versionKey" INTEGER NOT NULL,
    "state" INTEGER NOT NULL,
    "quoted" INTEGER NOT NULL,
    "charged" INTEGER NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "settledAt" DATETIME,
    "inputHash" TEXT NOT NULL,
    "memberKey" INTEGER,
    CHECK ("charged" BETWEEN 0 AND "quoted")
);
CREATE UNIQUE INDEX "Call_id_key" ON "Call"("id");
CREATE INDEX "Call_owner_key_idx" ON "Call"("owner", "key");

-- Instead of an index of the few calls that are open: no call before this one is. Moved on now and then.
CREATE TABLE "FirstOpenCall" ("key" INTEGER NOT NULL PRIMARY KEY);
INSERT INTO "FirstOpenCall" ("key") VALUES (0);

CREATE TABLE "CallEnding" (
    "callKey" INTEGER NOT NULL PRIMARY KEY,
    "ending" TEXT NOT NULL
);

CREATE TABLE "CallInput" (
    "callKey" INTEGER NOT NULL PRIMARY KEY,
    "input" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE "IdempotentCall" (
    "callKey" INTEGER NOT NULL PRIMARY KEY,
    "hash" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "head" TEXT,
    "body" BLOB,
    "bytes" INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "IdempotentCall_hash_key" ON "IdempotentCall"("hash");

-- One row: how far work on the ledger has come that goes through its calls a part at a time.
CREATE TABLE "LedgerProgress" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "freeInputsPruned" INTEGER NOT NULL DEFAULT 0,
    "checkedEntry" INTEGER NOT NULL DEFAULT 0,
    "checkedCall" INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "LedgerProgress" ("key") VALUES (1);

-- -------------------------------------------------------------------------------------------------- Use and spending

-- The resolved calls of a day. 0 where a call has no key or member, so there are no foreign keys.
CREATE TABLE "DailyUse" (
    "purseKey" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "productKey" INTEGER NOT NULL,
    "apiKeyKey" INTEGER NOT NULL,
    "memberKey" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "credits" BIGINT NOT NULL,
    "checkedCalls" INTEGER NOT NULL DEFAULT 0,
    "checkedCredits" BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY ("purseKey", "day", "productKey", "apiKeyKey", "memberKey")
) WITHOUT ROWID;
CREATE INDEX "DailyUse_day_idx" ON "DailyUse"("day");

-- What keys and accounts with a cap spend in a day, a month and in all, including open holds; and members in a day, whose
-- months are sums of days.
CREATE TABLE "KeySpend" (
    "apiKeyKey" INTEGER NOT NULL REFERENCES "ApiKey" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "period" TEXT NOT NULL,
    "credits" BIGINT NOT NULL CHECK ("credits" >= 0),
    "checkedCredits" BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY ("apiKeyKey", "period")
) WITHOUT ROWID;

CREATE TABLE "MemberSpend" (
    "memberKey" INTEGER NOT NULL REFERENCES "Member" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "day" TEXT NOT NULL,
    "credits" BIGINT NOT NULL CHECK ("credits" >= 0),
    "checkedCredits" BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY ("memberKey", "day")
) WITHOUT ROWID;

CREATE TABLE "AccountSpend" (
    "purseKey" INTEGER NOT NULL REFERENCES "Purse" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "period" TEXT NOT NULL,
    "credits" BIGINT NOT NULL CHECK ("credits" >= 0),
    "checkedCredits" BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY ("purseKey", "period")
) WITHOUT ROWID;

-- How the calls of a product ended, by the hour. The last two columns are when calls of the hour failed last for the
-- credentials of the portal, and when the API refused them last.
CREATE TABLE "HourlyOutcome" (
    "hour" INTEGER NOT NULL,
    "productKey" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "denied" INTEGER NOT NULL,
    "answered" INTEGER NOT NULL,
    "answeredMs" BIGINT NOT NULL,
    "lastSuccessAt" DATETIME,
    "lastDeniedAt" DATETIME,
    "lastRefusedAt" DATETIME,
    PRIMARY KEY ("hour", "productKey")
) WITHOUT ROWID;
CREATE INDEX "HourlyOutcome_productKey_hour_idx" ON "HourlyOutcome"("productKey", "hour");

CREATE TABLE "OutcomeProgress" (
    "key" INTEGER NOT NULL PRIMARY KEY,
    "countedCall" INTEGER NOT NULL
);
INSERT INTO "OutcomeProgress" ("key", "countedCall") VALUES (1, 0);

-- Calls that were open when the count passed them.
CREATE TABLE "UncountedCall" ("callKey" INTEGER NOT NULL PRIMARY KEY);

-- How many calls of an account were refused before their credits were held, by day, API key and reason.
CREATE TABLE "DailyRefusal" (
    "accountKey" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "apiKeyKey" INTEGER NOT NULL,
    "problem" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    PRIMARY KEY ("accountKey", "day", "apiKeyKey", "problem")
) WITHOUT ROWID;

-- The last 1,000 of an account.
CREATE TABLE "RefusedCall" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "accountKey" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "productKey" INTEGER,
    "apiKeyKey" INTEGER,
    "memberKey" INTEGER,
    "problem" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "detail" TEXT,
    "requestId" TEXT NOT NULL
);
CREATE INDEX "RefusedCall_accountKey_key_idx" ON "RefusedCall"("accountKey", "key");

-- ---------------------------------------------------------------------------------------- Mails, webhooks and alerts

-- The job that has something to tell writes mails and deliveries, and the portal sends them afterwards.

CREATE TABLE "Mail" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" DATETIME,
    "leaseUntil" DATETIME,
    "sentAt" DATETIME,
    "failedAt" DATETIME,
    "lastError" TEXT,
    -- Mails of a kind are bounded by day for each address, each network that asks for them, and in all.
    "askedBy" TEXT
);
CREATE UNIQUE INDEX "Mail_id_key" ON "Mail"("id");
CREATE INDEX "Mail_createdAt_idx" ON "Mail"("createdAt");
CREATE INDEX "Mail_kind_createdAt_idx" ON "Mail"("kind", "createdAt");
CREATE INDEX "Mail_nextAttemptAt_idx" ON "Mail"("nextAttemptAt");
CREATE INDEX "Mail_failedAt_idx" ON "Mail"("failedAt");
CREATE INDEX "Mail_address_idx" ON "Mail"(lower("to"));

CREATE TABLE "Webhook" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "accountKey" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "events" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "disabledAt" DATETIME
);
CREATE UNIQUE INDEX "Webhook_id_key" ON "Webhook"("id");
CREATE INDEX "Webhook_accountKey_idx" ON "Webhook"("accountKey");

-- No foreign keys: accounts are never deleted, and the deliveries of a deleted webhook are deleted later, some at a time.
CREATE TABLE "WebhookDelivery" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "webhookKey" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" DATETIME,
    "leaseUntil" DATETIME,
    "deliveredAt" DATETIME,
    "failedAt" DATETIME,
    "lastStatus" INTEGER,
    "lastError" TEXT,
    "lastResponse" TEXT,
    -- So that portals send only a few of one account at the same time; 0 if the webhook is gone.
    "accountKey" INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "WebhookDelivery_id_key" ON "WebhookDelivery"("id");
CREATE INDEX "WebhookDelivery_webhookKey_key_idx" ON "WebhookDelivery"("webhookKey", "key");
CREATE INDEX "WebhookDelivery_createdAt_idx" ON "WebhookDelivery"("createdAt");
CREATE INDEX "WebhookDelivery_nextAttemptAt_idx" ON "WebhookDelivery"("nextAttemptAt");
CREATE INDEX "WebhookDelivery_waiting_idx" ON "WebhookDelivery"("accountKey", "nextAttemptAt") WHERE "nextAttemptAt" IS NOT NULL;

-- No foreign keys to what an alert watches: keys and members are never deleted.
CREATE TABLE "Alert" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "accountKey" INTEGER NOT NULL,
    "watches" TEXT NOT NULL CHECK ("watches" IN ('balance', 'day', 'month')),
    "credits" BIGINT NOT NULL CHECK ("credits" > 0),
    "apiKeyKey" INTEGER,
    "memberKey" INTEGER,
    "tellsWebhooks" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "watchedSince" DATETIME NOT NULL,
    "toldPeriod" TEXT,
    "reachedAt" DATETIME
);
CREATE UNIQUE INDEX "Alert_id_key" ON "Alert"("id");
CREATE INDEX "Alert_accountKey_watchedSince_idx" ON "Alert"("accountKey", "watchedSince");

CREATE TABLE "AlertRecipient" (
    "alertKey" INTEGER NOT NULL REFERENCES "Alert" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    "personKey" INTEGER NOT NULL,
    PRIMARY KEY ("alertKey", "personKey")
) WITHOUT ROWID;
CREATE INDEX "AlertRecipient_personKey_idx" ON "AlertRecipient"("personKey");

-- ---------------------------------------------------------------------------------------------------------- Operators

-- Who changed what. Each entry has the hash of the one before it, so that a changed, missing or moved entry is found.
CREATE TABLE "AuditEntry" (
    "number" INTEGER NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "verb" TEXT NOT NULL,
    "target" TEXT,
    "before" TEXT,
    "after" TEXT,
    "reason" TEXT,
    "requestId" TEXT,
    "previous" TEXT NOT NULL,
    "hash" TEXT NOT NULL
);
CREATE INDEX "AuditEntry_verb_number_idx" ON "AuditEntry"("verb", "number");
CREATE INDEX "AuditEntry_actorId_number_idx" ON "AuditEntry"("actorId", "number");
CREATE INDEX "AuditEntry_target_number_idx" ON "AuditEntry"("target", "number");
CREATE TRIGGER "AuditEntry_update" BEFORE UPDATE ON "AuditEntry" BEGIN SELECT RAISE(ABORT, 'audit entries do not change'); END;
CREATE TRIGGER "AuditEntry_delete" BEFORE DELETE ON "AuditEntry" BEGIN SELECT RAISE(ABORT, 'audit entries do not change'); END;

-- Requests of operators with an Idempotency-Key, for a day: written in the transaction of their change.
CREATE TABLE "OperatorRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "fingerprint" TEXT NOT NULL,
    "given" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);
CREATE INDEX "OperatorRequest_createdAt_idx" ON "OperatorRequest"("createdAt");

-- What an operator has dismissed from what needs somebody. It comes back if it happens again.
CREATE TABLE "DismissedItem" (
    "item" TEXT NOT NULL PRIMARY KEY,
    "dismissedAt" DATETIME NOT NULL
) WITHOUT ROWID;

-- One row from the moment that the data begins to move to PostgreSQL. The writer refuses nearly everything from then on,
-- at every start, so that nobody continues two ledgers.
CREATE TABLE "Move" (
    "key" INTEGER NOT NULL PRIMARY KEY CHECK ("key" = 1),
    "id" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "finishedAt" DATETIME
);
