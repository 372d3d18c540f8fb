-- Makes a part of a table for some days, unless there is one.
CREATE OR REPLACE FUNCTION "make_partition"(p_table text, p_suffix text, p_from date, p_to date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF to_regclass(format('%I', p_table || p_suffix)) IS NOT NULL THEN RETURN; END IF;
    EXECUTE format(
        'CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s) %s',
        p_table || p_suffix, p_table, "first_key"(p_from), "first_key"(p_to),
        CASE p_table
            -- A call is updated once: its row keeps room for that on its page.
            WHEN 'Call' THEN 'WITH (fillfactor = 60)'
            -- Its rows are deleted shortly before the whole table is.
            WHEN 'CallInput' THEN 'WITH (autovacuum_enabled = false)'
            ELSE '' END
    );
    -- No two calls of a month have the same id. An index over all months cannot promise that; one for each month can.
    IF p_table = 'Call' THEN EXECUTE format('CREATE UNIQUE INDEX ON %I ("id")', p_table || p_suffix); END IF;
END $$;

-- Makes the tables of this month and the next two, and of the next days. Anybody may call it at any time. A dump or a check
-- reads every table for minutes. What makes or drops a part of one would wait for it, and all calls would wait behind. So
-- it gives up at once, and is tried again an hour later: parts are made weeks ahead.
CREATE OR REPLACE FUNCTION "make_partitions"() RETURNS void LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE
    v_today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
    v_month date;
    v_table text;
BEGIN
    PERFORM pg_advisory_xact_lock(7201403);
    FOR i IN 0..2 LOOP
        v_month := date_trunc('month', v_today)::date + make_interval(months => i);
        FOREACH v_table IN ARRAY ARRAY['Entry', 'Call', 'CallEnding'] LOOP
            PERFORM "make_partition"(v_table, to_char(v_month, '_YYYY_MM'), v_month, (v_month + interval '1 month')::date);
        END LOOP;
    END LOOP;
    FOR i IN 0..14 LOOP
        PERFORM "make_partition"('CallInput', to_char(v_today + i, '_YYYY_MM_DD'), v_today + i, v_today + i + 1);
    END LOOP;
END $$;

-- A new database can take calls at once.
SELECT "make_partitions"() WHERE NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = '"Call"'::regclass);

-- Drops the inputs of one day that is over since the day before p_before, and releases their bytes. Returns how many, or
-- null if there is no such day. One day at a time: who holds the lock of a dropped table must not wait for purses.
CREATE OR REPLACE FUNCTION "drop_old_inputs"(p_before bigint) RETURNS bigint LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
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
