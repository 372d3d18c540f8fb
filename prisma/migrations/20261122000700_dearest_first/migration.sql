-- The order of the list by price, dearest first: deprecated products still come last, so that the index by price cannot be
-- read from its end.
CREATE INDEX "Product_dearest_first_idx" ON "Product"("status", "deprecated", "priceFrom" DESC, "id" DESC);
