-- The tags file that a group of synonyms was published from, so that another catalogue does not drop it. Groups of before
-- belong to no file: the next apply that has synonyms replaces them.
ALTER TABLE "SynonymGroup" ADD COLUMN "file" TEXT;
