-- One series at one source, as its poll needs it, and PostgreSQL's clock.
-- $1 series_source
-- Locks: none. Index: primary key.
select s.id, s.series_id, s.source_name, s.source_id, s.failure_count, s.last_success_at, s.last_complete_at, s.seen_until,
       case when s.closed_until > now() then s.closed_until end as closed_until, now() as now
  from chapters.series_source s
 where s.id = $1
