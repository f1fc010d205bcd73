-- How often a model was asked for a report and answered. Not counted for reports of before.
alter table report add column model_calls int not null default 0 check (model_calls >= 0);
