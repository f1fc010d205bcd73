-- Lets a series be polled that failures in a row have closed off: a person asks for it now.
-- $1 series
-- Locks: its rows of series_source that are closed off. Index: series_source_series.
update chapters.series_source set closed_until = null where series_id = $1 and closed_until is not null
