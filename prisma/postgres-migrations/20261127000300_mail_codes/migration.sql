-- The keyed hash of a code that was mailed, and how often somebody tried to enter it.
ALTER TABLE "Challenge" ADD COLUMN "answer" text;
ALTER TABLE "Challenge" ADD COLUMN "tries" integer NOT NULL DEFAULT 0;
