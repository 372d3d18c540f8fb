-- The order of tags, what the console says of them instead of files, and into which other tag they were merged.
ALTER TABLE "Tag" ADD COLUMN "position" INTEGER;
ALTER TABLE "Tag" ADD COLUMN "layer" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Tag" ADD COLUMN "published" TEXT;
ALTER TABLE "Tag" ADD COLUMN "mergedInto" INTEGER;
