-- Who asked for a mail: mails of a kind are bounded by day for each address, each network, and in all.
ALTER TABLE "Mail" ADD COLUMN "askedBy" TEXT;
CREATE INDEX "Mail_kind_createdAt_idx" ON "Mail"("kind", "createdAt");
