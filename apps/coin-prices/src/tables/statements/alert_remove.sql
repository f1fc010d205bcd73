-- Removes a rule with its notices.
-- $1 id
-- Locks: the rule and all rows that refer to it. Index: alerts_pkey, and those of the foreign keys.
delete from coin_prices.alerts where id = $1 returning id
