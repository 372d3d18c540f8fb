-- CreateTable
CREATE TABLE "Tag" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "kind" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "icon" TEXT,
    "url" TEXT,
    "description" TEXT
);

-- CreateTable
CREATE TABLE "ProductTag" (
    "productKey" INTEGER NOT NULL,
    "tagKey" INTEGER NOT NULL,
    "kind" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,

    PRIMARY KEY ("productKey", "tagKey"),
    CONSTRAINT "ProductTag_productKey_fkey" FOREIGN KEY ("productKey") REFERENCES "Product" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ProductTag_tagKey_fkey" FOREIGN KEY ("tagKey") REFERENCES "Tag" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Product" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sortName" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "priceFrom" INTEGER NOT NULL,
    "priceTo" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "versionKey" INTEGER NOT NULL,
    "card" TEXT NOT NULL,
    "introduction" TEXT NOT NULL,
    "doc" TEXT NOT NULL,
    CONSTRAINT "Product_versionKey_fkey" FOREIGN KEY ("versionKey") REFERENCES "TemplateVersion" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Template" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "TemplateVersion" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "templateKey" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "document" TEXT NOT NULL,
    CONSTRAINT "TemplateVersion_templateKey_fkey" FOREIGN KEY ("templateKey") REFERENCES "Template" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Tag_kind_slug_key" ON "Tag"("kind", "slug");

-- CreateIndex
CREATE INDEX "ProductTag_tagKey_productKey_idx" ON "ProductTag"("tagKey", "productKey");

-- CreateIndex
CREATE UNIQUE INDEX "Product_id_key" ON "Product"("id");

-- CreateIndex
CREATE UNIQUE INDEX "Product_slug_key" ON "Product"("slug");

-- CreateIndex
CREATE INDEX "Product_status_sortName_id_idx" ON "Product"("status", "sortName", "id");

-- CreateIndex
CREATE INDEX "Product_status_createdAt_id_idx" ON "Product"("status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Product_status_priceFrom_id_idx" ON "Product"("status", "priceFrom", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Template_id_key" ON "Template"("id");

-- CreateIndex
CREATE UNIQUE INDEX "TemplateVersion_templateKey_number_key" ON "TemplateVersion"("templateKey", "number");

-- CreateIndex
CREATE UNIQUE INDEX "TemplateVersion_templateKey_hash_key" ON "TemplateVersion"("templateKey", "hash");
