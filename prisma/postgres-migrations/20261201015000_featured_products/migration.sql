-- Words that people search products by, and the products that the catalogue shows first.
ALTER TABLE "Product" ADD COLUMN "searchWords" text NOT NULL DEFAULT '[]';
ALTER TABLE "Product" ADD COLUMN "featured" integer;
CREATE INDEX "Product_featured" ON "Product" ("featured") WHERE "featured" IS NOT NULL;
