-- Pages of the portal that operators write, such as its terms.
CREATE TABLE "PortalPage" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "inFooter" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "deletedAt" DATETIME
);
CREATE UNIQUE INDEX "PortalPage_slug_key" ON "PortalPage"("slug");

-- What each said, from one time on.
CREATE TABLE "PortalPageVersion" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "pageKey" INTEGER NOT NULL REFERENCES "PortalPage" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "savedAt" DATETIME NOT NULL,
    "authorKind" TEXT NOT NULL,
    "authorId" TEXT,
    "reason" TEXT
);
CREATE UNIQUE INDEX "PortalPageVersion_pageKey_number_key" ON "PortalPageVersion"("pageKey", "number");
