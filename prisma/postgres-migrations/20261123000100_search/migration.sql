-- What full-text search finds. `server/store/postgres/search-vector.ts` makes the vectors. Only `words` has an index;
-- `heading` has the name, the tags and the start of the introduction, and orders many matches, so that the long vector
-- of each is not fetched. That vector is stored apart: of half of 100,000 products, their rows are then read three times
-- as fast. PostgreSQL stores values apart only from rows above 2 KB, so a filler, of which it stores 30 bytes, makes
-- every row that long.
CREATE TABLE "product_search" (
    "productKey" integer PRIMARY KEY,
    "status" integer NOT NULL,
    "deprecated" integer NOT NULL,
    "words" tsvector NOT NULL,
    "heading" tsvector NOT NULL,
    "filler" text NOT NULL DEFAULT repeat(' ', 2048)
) WITH (toast_tuple_target = 128);
ALTER TABLE "product_search" ALTER COLUMN "heading" SET STORAGE MAIN;
-- Without a list of pending changes, which every search would read.
CREATE INDEX "product_search_words" ON "product_search" USING gin ("words") WITH (fastupdate = off);

CREATE TABLE "api_search" (
    "apiKey" integer PRIMARY KEY,
    "words" tsvector NOT NULL
);
CREATE INDEX "api_search_words" ON "api_search" USING gin ("words") WITH (fastupdate = off);

-- Counts the matches of a search up to a limit. The planner would read the whole table for a common word, and does not
-- know that this fetches the long vector of each row.
CREATE FUNCTION "product_matches"("query" tsquery, "most" integer) RETURNS integer
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN (SELECT count(*) FROM (SELECT FROM "product_search" WHERE "words" @@ "query" LIMIT "most") found);
END $$;
