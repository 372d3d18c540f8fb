-- When a person last proved who they are. Sessions from before this have not been confirmed.
ALTER TABLE "Session" ADD COLUMN "confirmedAt" DATETIME;
