-- The title that a source has for a series, unless another source has named it before.
-- $1 series_source, $2 title
-- Locks: the series' row, for no key update. Index: primary keys, series_source_series.
update chapters.series s
   set title = $2
  from chapters.series_source own
 where own.id = $1
   and s.id = own.series_id
   and s.title <> $2
   and not exists (select from chapters.series_source other
                    where other.series_id = s.id and other.id <> own.id and other.last_success_at is not null)
