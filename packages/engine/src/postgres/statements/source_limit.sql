-- Changes the limits of one class of cost of a source. $1 name, $2 class, $3 what is new of { perMinute, burst, quota, quotaPeriod,
-- quotaTime, quotaZone }; the rest stays. Locks: the source, the bucket.
select pawl.change_limits($1, $2, $3::jsonb) as found
