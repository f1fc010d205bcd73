-- Gives one worker the right to fetch a token. No row: another worker fetches, or has fetched.
-- $1 source, $2 scope, $3 hash of the credentials, $4 a token that the service has refused, or null, $5 the lease, $6 its ms
-- Locks: the token, for this statement. Index: oauth_tokens_pkey.
insert into coin_prices.oauth_tokens as t (source, scope, credentials, lease, lease_until)
values ($1, $2, $3, $5, now() + $6 * interval '1 ms')
on conflict (source, scope) do update
   set credentials = excluded.credentials, lease = excluded.lease, lease_until = excluded.lease_until, token = null, expires_at = null,
       refusal = null, refused_until = null
 where coalesce(t.lease_until <= now(), true)
   and (t.credentials <> excluded.credentials
        or (coalesce(t.refused_until <= now(), true)
            and (t.token is null or t.token = $4::text or t.expires_at <= now() + interval '1 minute')))
returning t.lease
