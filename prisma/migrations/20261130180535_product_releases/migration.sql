-- CreateTable
CREATE TABLE "ProductRelease" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "productKey" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "versionKey" INTEGER NOT NULL,
    "texts" TEXT NOT NULL,
    "file" TEXT,
    "publishedAt" DATETIME NOT NULL,
    "authorKind" TEXT NOT NULL,
    "authorId" TEXT,
    "reason" TEXT,
    CONSTRAINT "ProductRelease_productKey_fkey" FOREIGN KEY ("productKey") REFERENCES "Product" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ProductRelease_versionKey_fkey" FOREIGN KEY ("versionKey") REFERENCES "TemplateVersion" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "ProductRelease_productKey_number_key" ON "ProductRelease"("productKey", "number");
