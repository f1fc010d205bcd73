-- The token that workers share, or why the service grants none. No row: it has to be fetched.
-- $1 source, $2 scope, $3 hash of the credentials, $4 a token that the service has refused, or null
-- Locks: none. Index: oauth_tokens_pkey.
select case when refused_until > now() then null else token end as token, case when refused_until > now() then refusal end as refusal
  from coin_prices.oauth_tokens
 where source = $1 and scope = $2 and credentials = $3
   and (refused_until > now() or (token is distinct from $4::text and expires_at > now() + interval '1 minute'))
