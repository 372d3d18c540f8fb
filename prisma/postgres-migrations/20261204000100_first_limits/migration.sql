-- What the checked calls of each key add up to, of keys without a limit, too: so a first limit need not count it.
TRUNCATE "CheckedSpend";
INSERT INTO "CheckedSpend" ("apiKeyKey", "period", "credits")
SELECT u."apiKeyKey", period, sum(u."credits")
  FROM "CheckedUse" u CROSS JOIN LATERAL (VALUES (u."day"), (left(u."day", 7)), ('all')) AS periods (period)
 WHERE u."apiKeyKey" <> 0 GROUP BY 1, 2;
