-- Products that are no longer offered, and whether a product was ever online: one that never was has no calls.
ALTER TABLE "Product" ADD COLUMN "archivedAt" DATETIME;
ALTER TABLE "Product" ADD COLUMN "wasOnline" INTEGER NOT NULL DEFAULT 0;

-- Of those that are here already nobody knows.
UPDATE "Product" SET "wasOnline" = 1;
CREATE INDEX "Product_archived" ON "Product"("archivedAt") WHERE "archivedAt" IS NOT NULL;
