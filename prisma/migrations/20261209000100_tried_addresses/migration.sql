-- How many known addresses somebody has tried with the link: it tells who has one.
ALTER TABLE "Invitation" ADD COLUMN "triedAddresses" INTEGER NOT NULL DEFAULT 0;
