-- The order of tags, what the console says of them instead of files, and into which other tag they were merged.
ALTER TABLE "Tag" ADD COLUMN "position" integer;
ALTER TABLE "Tag" ADD COLUMN "layer" integer NOT NULL DEFAULT 0;
ALTER TABLE "Tag" ADD COLUMN "published" text;
ALTER TABLE "Tag" ADD COLUMN "mergedInto" integer;
