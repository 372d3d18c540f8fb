-- CreateTable
CREATE TABLE "Face" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "version" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "changedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "FacePicture" (
    "kind" TEXT NOT NULL PRIMARY KEY,
    "type" TEXT NOT NULL,
    "content" BLOB NOT NULL
);
