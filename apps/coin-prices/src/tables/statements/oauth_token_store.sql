-- Keeps what was fetched, and ends the lease. A lease that has expired keeps nothing.
-- $1 source, $2 scope, $3 the lease, $4 token, or null, $5 ms until it expires, $6 why the service refuses, or null, $7 ms until it is asked
-- again
-- Locks: the token. Index: oauth_tokens_pkey.
update coin_prices.oauth_tokens
   set token = $4, expires_at = case when $4::text is not null then now() + $5::float8 * interval '1 ms' end,
       refusal = $6, refused_until = case when $6::text is not null then now() + $7::float8 * interval '1 ms' end,
       lease = null, lease_until = null
 where source = $1 and scope = $2 and lease = $3
