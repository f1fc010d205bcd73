-- Between which numbers the jobs are that were created in this time, and the transaction ids of the first and the last. A minute is
-- added at each end, as a number is given out some time after its transaction has begun; what is found is compared with its time.
-- $1 since, or null, $2 until, or null. Locks: none. Index: attempt's primary key.
select b.first::text, b.beyond::text,
       coalesce((select min(a.xid::text::numeric) from (select a.xid from pawl.attempt a where a.pos >= b.first order by a.pos limit 100) a), 0)::text as first_xid,
       (select max(a.xid::text::numeric) from (select a.xid from pawl.attempt a where a.pos < b.beyond order by a.pos desc limit 100) a)::text as last_xid
  from (select case when $1::timestamptz is null then 0 else pawl.position_at($1::timestamptz - interval '1 minute') end as first,
               case when $2::timestamptz is null then 9223372036854775807
                    else pawl.position_at($2::timestamptz + interval '1 minute') + 100 end as beyond) b
