-- Fences the instances that have not been seen for a while, and returns all whose calls are to be resolved. While the
-- server did not run nobody could be seen: that time does not count.
CREATE OR REPLACE FUNCTION "fence_lost"(p_self bigint, p_ms bigint) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
    v_key bigint;
BEGIN
    FOR v_key IN
        SELECT "key" FROM "Instance"
         WHERE "key" <> p_self AND "fencedAt" IS NULL
           AND greatest("seenAt", pg_postmaster_start_time()) <= clock_timestamp() - p_ms * interval '1 millisecond'
         ORDER BY "key" FOR UPDATE SKIP LOCKED
    LOOP
        -- Its last batch of holds is done before, and it can begin no other one.
        PERFORM pg_advisory_xact_lock(1, v_key::integer);
        UPDATE "Instance" SET "fencedAt" = clock_timestamp() WHERE "key" = v_key;
    END LOOP;
    RETURN QUERY SELECT "key" FROM "Instance" WHERE "fencedAt" IS NOT NULL AND "resolvedAt" IS NULL ORDER BY "key";
END $$;
