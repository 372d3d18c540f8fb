-- Versions of products that operators work on.
CREATE TABLE "ProductDraft" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "productKey" integer NOT NULL REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    "number" integer NOT NULL,
    "title" text NOT NULL,
    "after" integer NOT NULL,
    "authorKind" text NOT NULL,
    "authorId" text,
    "createdAt" timestamptz(3) NOT NULL,
    "updatedAt" timestamptz(3) NOT NULL,
    "deletedAt" timestamptz(3),
    "entry" text NOT NULL
);
CREATE UNIQUE INDEX "ProductDraft_productKey_number_key" ON "ProductDraft" ("productKey", "number");

-- What calls would have cost by them.
CREATE TABLE "DraftBacktest" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "productKey" integer NOT NULL REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    "number" integer NOT NULL,
    "state" text COLLATE "C" NOT NULL,
    "days" integer,
    "done" integer NOT NULL DEFAULT 0,
    "total" integer NOT NULL DEFAULT 0,
    "stopAsked" integer NOT NULL DEFAULT 0,
    "problem" text,
    "authorKind" text NOT NULL,
    "authorId" text,
    "createdAt" timestamptz(3) NOT NULL,
    "movedAt" timestamptz(3) NOT NULL,
    "endedAt" timestamptz(3),
    "drafts" text NOT NULL,
    "answer" text
);
CREATE UNIQUE INDEX "DraftBacktest_productKey_number_key" ON "DraftBacktest" ("productKey", "number");
