-- How often the model has failed on the prompt of this run. It is put off so many times only.
alter table report add column model_failures int not null default 0 check (model_failures >= 0);
