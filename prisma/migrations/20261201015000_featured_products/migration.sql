-- Words that people search products by, and the products that the catalogue shows first.
ALTER TABLE "Product" ADD COLUMN "searchWords" TEXT NOT NULL DEFAULT '[]';
ALTER TABLE "Product" ADD COLUMN "featured" INTEGER;
CREATE INDEX "Product_featured" ON "Product"("featured") WHERE "featured" IS NOT NULL;
