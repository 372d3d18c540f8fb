-- When the mailed code was entered with which a session began. Sessions from before this count as begun otherwise.
ALTER TABLE "Session" ADD COLUMN "mailedCodeAt" DATETIME;
ALTER TABLE "Challenge" ADD COLUMN "mailedCodeAt" DATETIME;
