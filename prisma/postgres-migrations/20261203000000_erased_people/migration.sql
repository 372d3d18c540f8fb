-- When a person was erased, and what finds the mails and invitations to their address.
ALTER TABLE "Person" ADD COLUMN "erasedAt" timestamptz(3);
CREATE INDEX "Mail_address_idx" ON "Mail"(lower("to"));
CREATE INDEX "Invitation_address_idx" ON "Invitation"(lower("email"));
