-- What callers and networks have taken of their limits in the minute that ends at "until", in all portals. It may be
-- lost with a crash. Names are keyed hashes.
CREATE UNLOGGED TABLE "Taken" (
    "taker" text PRIMARY KEY,
    "points" bigint NOT NULL,
    "until" timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

-- Adds what one portal has counted, and returns what all have. Rows are always locked in the same order.
CREATE FUNCTION "add_taken"(p_takers text[], p_points bigint[])
RETURNS TABLE (taker text, points bigint, ms_left double precision) LANGUAGE sql AS $$
    INSERT INTO "Taken" AS t ("taker", "points", "until")
    SELECT u.taker, u.points, clock_timestamp() + interval '60 s'
      FROM unnest(p_takers, p_points) AS u(taker, points) ORDER BY u.taker
    ON CONFLICT ("taker") DO UPDATE
       SET "points" = CASE WHEN t."until" > clock_timestamp() THEN t."points" ELSE 0 END + excluded."points",
           "until" = CASE WHEN t."until" > clock_timestamp() THEN t."until" ELSE excluded."until" END
    RETURNING t."taker", t."points", extract(epoch FROM t."until" - clock_timestamp()) * 1000
$$;
