-- What a key may do. Products: JSON, an array of `Product.key`; null for all.
ALTER TABLE "ApiKey" ADD COLUMN "access" TEXT NOT NULL DEFAULT 'call';
ALTER TABLE "ApiKey" ADD COLUMN "products" TEXT;
