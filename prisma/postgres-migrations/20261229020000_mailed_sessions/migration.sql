-- When the mailed code was entered with which a session began. Sessions from before this count as begun otherwise.
ALTER TABLE "Session" ADD COLUMN "mailedCodeAt" timestamptz(3);
ALTER TABLE "Challenge" ADD COLUMN "mailedCodeAt" timestamptz(3);
