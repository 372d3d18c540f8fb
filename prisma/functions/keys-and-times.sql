CREATE OR REPLACE FUNCTION "time_of"(ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN to_timestamp(ms / 1000.0);

CREATE OR REPLACE FUNCTION "ms_of"("time" timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN round(extract(epoch FROM "time") * 1000)::bigint;

-- The smallest key of a day: day since 1970 * 2^32.
CREATE OR REPLACE FUNCTION "first_key"("day" date) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ("day" - DATE '1970-01-01')::bigint << 32;

-- Keys grow with time, by the clock of the database.
CREATE OR REPLACE FUNCTION "timed_key"("number" bigint) RETURNS bigint LANGUAGE sql VOLATILE
    RETURN "first_key"((clock_timestamp() AT TIME ZONE 'UTC')::date) | ("number" & 4294967295);
