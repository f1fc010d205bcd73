import { type Migration, migrations } from '../../src/postgres/migrate.ts'

const columns = (table: string) =>
  `alter table pawl.${table} add column next_note text, add column next_count int not null default 7`

const tables = [
  ...['attempt', 'lease', 'outcome', 'result', 'later', 'dead', 'lane', 'worker', 'queue', 'start', 'partition', 'key'],
  ...[
    'group_slot',
    'progress',
    'step',
    'signal',
    'waiter',
    'dependency',
    'schedule',
    'source',
    'bucket',
    'cache_entry',
    'cache_flight',
    'pipeline',
    'pipeline_item',
    'pipeline_result',
    'pipeline_run',
    'pipeline_phase',
    'pipeline_failure',
    'operation',
    'event_count',
  ],
]

/** Each view gets a column at its end. */
const views = `
do $$
declare r record;
begin
  for r in select c.oid, c.oid::regclass as name from pg_class c
            where c.relnamespace = 'pawl'::regnamespace and c.relkind = 'v' order by c.oid loop
    execute format('create or replace view %s as select v.*, 7 as next_count from (%s) v', r.name, rtrim(pg_get_viewdef(r.oid), ';'));
  end loop;
end $$`

/** Each function is replaced: by itself, as its arguments and its result have to stay what they are. */
const functions = `
do $$
declare r record;
begin
  for r in select p.oid from pg_proc p where p.pronamespace = 'pawl'::regnamespace and p.prokind = 'f' order by p.oid loop
    execute pg_get_functiondef(r.oid);
  end loop;
end $$`

/** All that a later release may do to the schema while this one works: see CONTRIBUTING.md. */
const changes: readonly [title: string, sql: string][] = [
  ['newcomer', 'create table pawl.newcomer (id bigint primary key, note text)'],
  ...tables.map((table): [string, string] => [table, columns(table)]),
  ['index', 'create index later_next_note on pawl.later (next_note) where next_note is not null'],
  ['views', views],
  ['functions', functions],
]

/** The migrations of a release after this one, those of this one included. */
export function nextRelease(): readonly Migration[] {
  const known = migrations()
  const next = changes.map(([title, sql], i) => ({ number: known.at(-1)!.number + 1 + i, title: `next_${title}`, sql }))
  return [...known, ...next]
}

/** Every table of the schema; a test compares. */
export const changedTables: readonly string[] = tables
