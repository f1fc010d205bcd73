-- Takes the sources of a series away, to be added to another one: under ids of their own, so that jobs that are under way for the old ones end
-- and write nothing to a series that is gone.
-- $1 the series that joins
-- Locks: the rows and all that is below them. Index: series_source_series.
delete from chapters.series_source where series_id = $1 returning source_name, source_id, source_url
