-- A link by which a person confirms another address, and that address.
ALTER TABLE "Link" ADD COLUMN "email" text;
ALTER TABLE "Link" DROP CONSTRAINT "Link_kind_check";
ALTER TABLE "Link" ADD CONSTRAINT "Link_kind_check" CHECK ("kind" IN ('setup', 'password', 'address'));
