-- Counts the matches of a search up to a limit, without those that are hidden. The planner would read the whole table for a common word, and does not
-- know that this fetches the long vector of each row.
CREATE OR REPLACE FUNCTION "product_matches"("query" tsquery, "most" integer, "hidden" integer[]) RETURNS integer
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    IF cardinality("hidden") > 0 THEN
        RETURN (SELECT count(*) FROM (SELECT FROM "product_search" WHERE "words" @@ "query"
            AND "productKey" NOT IN (SELECT unnest("hidden")) LIMIT "most") found);
    END IF;
    RETURN (SELECT count(*) FROM (SELECT FROM "product_search" WHERE "words" @@ "query" LIMIT "most") found);
END $$;
