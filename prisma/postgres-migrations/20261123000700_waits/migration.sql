-- A dump or a check reads every table for minutes. Whoever wants to make or drop a part of one would wait for it, and all
-- calls would wait behind. So it gives up at once, and is tried again an hour later: parts are made weeks ahead.
ALTER FUNCTION "make_partitions"() SET lock_timeout = '200ms';

-- No batch waits so long that nobody remembers it.
ALTER FUNCTION "hold_batch"(bigint, bigint, bigint, jsonb) SET lock_timeout = '20s';
ALTER FUNCTION "settle_batch"(bigint, bigint, jsonb, bytea[]) SET lock_timeout = '20s';

-- Drops the inputs of one day that is over since the day before p_before, and releases their bytes. Returns how many, or
-- null if there is no such day. One day at a time: whoever holds the lock of a dropped table must not wait for purses.
DROP FUNCTION "drop_old_inputs"(bigint);
CREATE FUNCTION "drop_old_inputs"(p_before bigint) RETURNS bigint LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE
    v_table regclass;
    v_count bigint;
BEGIN
    SELECT i.inhrelid::regclass INTO v_table FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = '"CallInput"'::regclass
       -- The condition may be asked of every table there is.
       AND CASE WHEN c.relname ~ '^CallInput_\d{4}_\d{2}_\d{2}$' THEN to_date(right(c.relname, 10), 'YYYY_MM_DD') END + 1
           -- Whatever the clock of a portal says, calls of today have a table.
           < least(("time_of"(p_before) AT TIME ZONE 'UTC')::date, (clock_timestamp() AT TIME ZONE 'UTC')::date)
     ORDER BY c.relname LIMIT 1;
    IF v_table IS NULL THEN RETURN NULL; END IF;
    EXECUTE format(
        'WITH kept AS (SELECT c."purseKey", sum(k."bytes") AS bytes FROM %s k JOIN "Call" c ON c."key" = k."callKey" GROUP BY 1),
              locked AS (SELECT p."key" FROM "Purse" p WHERE p."key" IN (SELECT "purseKey" FROM kept) ORDER BY 1 FOR NO KEY UPDATE)
         UPDATE "Purse" p SET "keptBytes" = p."keptBytes" - kept.bytes FROM kept JOIN locked ON locked."key" = kept."purseKey"
          WHERE p."key" = kept."purseKey"', v_table);
    EXECUTE format('SELECT count(*) FROM %s', v_table) INTO v_count;
    EXECUTE format('DROP TABLE %s', v_table);
    RETURN v_count;
END $$;
