-- Where the documents of APIs come from, and how the last look for a newer version ended.
CREATE TABLE "FollowedDocument" (
    "apiKey" integer PRIMARY KEY REFERENCES "Api" ("key") ON DELETE CASCADE,
    "address" text NOT NULL,
    "daily" integer NOT NULL,
    "nextLookAt" timestamptz(3),
    "takenDigest" text COLLATE "C",
    "seenDigest" text COLLATE "C",
    "importId" text COLLATE "C",
    "lookedAt" timestamptz(3),
    "failures" integer NOT NULL DEFAULT 0,
    "problem" text
);
CREATE INDEX "FollowedDocument_nextLookAt_idx" ON "FollowedDocument" ("nextLookAt");

ALTER TABLE "Import" ADD COLUMN "follows" text COLLATE "C";
ALTER TABLE "Import" ADD COLUMN "digest" text COLLATE "C";

ALTER TABLE "ImportedOperation" ADD COLUMN "breaking" text;
