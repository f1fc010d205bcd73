import pg from 'pg'
import type { Contender, ContenderOptions } from './contender.ts'

/** A table as a plain queue would have it: a key, an index to find what is next, a body. */
const table = `
  create table if not exists job (
    id bigint generated always as identity primary key,
    queue text not null,
    body jsonb not null,
    max_attempts smallint not null,
    created_at timestamptz not null default now(),
    run_at timestamptz not null default now()
  );
  create index if not exists job_next on job (queue, run_at, id)`

const insert = {
  name: 'insert',
  text: `insert into job (queue, body, max_attempts) values ($1, $2, $3) returning id`,
}

/** One prepared insert by `pg`: what an enqueue can cost at the least. It runs nothing. */
export function rawInsertContender({ url }: ContenderOptions): Contender {
  const client = new pg.Client({ connectionString: url })
  let connected: Promise<unknown> | undefined
  const connect = () => {
    connected ??= client.connect()
    return connected
  }
  const noWorker = () => Promise.reject(new Error('a raw insert is run by nobody'))
  return {
    async install() {
      await connect()
      await client.query(table)
    },
    async enqueue(n) {
      await connect()
      return client.query({ ...insert, values: ['bench', JSON.stringify({ n }), 3] })
    },
    enqueueMany: noWorker,
    start: noWorker,
    settled: noWorker,
    stop: () => client.end(),
  }
}
