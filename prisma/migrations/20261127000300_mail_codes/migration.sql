-- The keyed hash of a code that was mailed, and how often somebody tried to enter it.
ALTER TABLE "Challenge" ADD COLUMN "answer" TEXT;
ALTER TABLE "Challenge" ADD COLUMN "tries" INTEGER NOT NULL DEFAULT 0;
