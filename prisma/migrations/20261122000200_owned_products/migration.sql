-- The catalogue file that a product was published from, and the document that the file was drafted from: so that another
-- file of the same slug does not take the product over. Of products of before nothing is known: the next apply owns them.
ALTER TABLE "Product" ADD COLUMN "file" TEXT;
ALTER TABLE "Product" ADD COLUMN "source" TEXT;
