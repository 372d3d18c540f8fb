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
