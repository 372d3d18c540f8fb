-- Versions that products get at a moment. The product repeats what is announced, for the hold.
ALTER TABLE "Product" ADD COLUMN "nextVersionKey" integer;
ALTER TABLE "Product" ADD COLUMN "nextAt" timestamptz(3);
CREATE INDEX "Product_next" ON "Product" ("nextAt") WHERE "nextAt" IS NOT NULL;

CREATE TABLE "PlannedVersion" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "productKey" integer NOT NULL REFERENCES "Product" ("key"),
    "versionKey" integer NOT NULL REFERENCES "TemplateVersion" ("key"),
    "beforeKey" integer NOT NULL REFERENCES "TemplateVersion" ("key"),
    "priceFrom" bigint NOT NULL,
    "priceTo" bigint NOT NULL,
    "beforeFrom" bigint NOT NULL,
    "beforeTo" bigint NOT NULL,
    "state" integer NOT NULL,
    "effectiveAt" timestamptz(3) NOT NULL,
    "mayCostMore" integer NOT NULL,
    "reason" text COLLATE "C",
    "createdAt" timestamptz(3) NOT NULL,
    "announcedAt" timestamptz(3),
    "authorKind" text COLLATE "C" NOT NULL,
    "authorId" text COLLATE "C",
    "approvedAt" timestamptz(3),
    "approvedBy" text COLLATE "C",
    "endedAt" timestamptz(3),
    "changedAt" timestamptz(3) NOT NULL
);
CREATE INDEX "PlannedVersion_productKey_key_idx" ON "PlannedVersion" ("productKey", "key");
CREATE INDEX "PlannedVersion_changedAt_key_idx" ON "PlannedVersion" ("changedAt", "key");
CREATE UNIQUE INDEX "PlannedVersion_pending" ON "PlannedVersion" ("productKey") WHERE "state" < 2;

-- What a version needs before it is in force. The portal writes it at its start. A portal that had products before this
-- version has the usual notice from the first moment on.
CREATE TABLE "PriceRule" (
    "key" integer PRIMARY KEY,
    "noticeDays" integer NOT NULL,
    "needsSecond" integer NOT NULL,
    "changedAt" timestamptz(3) NOT NULL
);
INSERT INTO "PriceRule" ("key", "noticeDays", "needsSecond", "changedAt")
  SELECT 1, 14, 0, to_timestamp(0) WHERE EXISTS (SELECT 1 FROM "Product");
