-- OpenAPI documents that operators import in the console. Kept for a day.
CREATE TABLE "Import" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "address" text,
    "file" text,
    "state" text COLLATE "C" NOT NULL,
    "done" integer NOT NULL,
    "total" integer NOT NULL,
    "problem" text,
    "createdAt" timestamptz(3) NOT NULL,
    "movedAt" timestamptz(3) NOT NULL,
    "facts" text,
    "choices" text
);
CREATE UNIQUE INDEX "Import_id_key" ON "Import" ("id");
CREATE INDEX "Import_createdAt_idx" ON "Import" ("createdAt");

CREATE TABLE "ImportedOperation" (
    "importKey" integer NOT NULL,
    "position" integer NOT NULL,
    "groupIndex" integer NOT NULL,
    "method" text COLLATE "C" NOT NULL,
    "path" text NOT NULL,
    "name" text NOT NULL,
    "slug" text COLLATE "C" NOT NULL,
    "fields" integer NOT NULL,
    "required" integer NOT NULL,
    "losses" integer NOT NULL,
    "problem" text,
    "credentials" text NOT NULL,
    "fingerprint" text COLLATE "C" NOT NULL,
    "compared" text COLLATE "C" NOT NULL,
    "chosen" integer NOT NULL,
    "price" integer,
    "outcome" text COLLATE "C",
    "online" integer,
    "sentence" text,
    PRIMARY KEY ("importKey", "position")
);
CREATE INDEX "ImportedOperation_importKey_slug_idx" ON "ImportedOperation" ("importKey", "slug");

CREATE TABLE "ImportPart" (
    "importKey" integer NOT NULL,
    "part" integer NOT NULL,
    "content" bytea NOT NULL,
    PRIMARY KEY ("importKey", "part")
);
