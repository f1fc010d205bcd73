import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeadReason } from '../src/job/dead-reason.ts'
import { jobId } from '../src/job/job-id.ts'
import { isEnd, jobStates, transitions } from '../src/job/states.ts'
import { writeJobs } from '../src/postgres/enqueue.ts'
import { findJob } from '../src/postgres/jobs.ts'
import type { NewJob } from '../src/postgres/new-job.ts'
import { settleDead, settleLater, settleSucceeded } from '../src/postgres/settle.ts'
import { Canceller } from '../src/runtime/canceller.ts'
import { Ledger } from './model/ledger.ts'
import { testDatabase } from './support/database.ts'
import { markdownTable } from './support/markdown-table.ts'

const database = testDatabase()
const page = readFileSync(new URL('../../../docs/states.md', import.meta.url), 'utf8')
const column = (firstHeading: string, i = 0) => markdownTable(page, firstHeading).map((row) => row[i]!)

/** Every transition of the table, as `from event to`. */
const table = jobStates.flatMap((from) =>
  Object.entries(transitions[from]).map(([event, to]) => `${from} ${event} ${to}`),
)

/** What a constraint or a view spells out, in order of appearance. */
const literals = (definition: string) => [...definition.matchAll(/'(\w+)'::/g)].map((match) => match[1]!)

describe('docs/states.md', () => {
  test('explains every state of the table and no other', () => {
    expect(column('state')).toEqual(jobStates)
  })

  test('lists every transition of the table and no other', () => {
    expect(markdownTable(page, 'from').map(([from, event, to]) => `${from} ${event} ${to}`)).toEqual(table)
  })

  test('draws every transition of the table and no other', () => {
    const arrows = [...page.matchAll(/^ {2}(\w+) --> (\w+): (\w+)$/gm)].map(
      ([, from, to, event]) => `${from} ${event} ${to}`,
    )
    expect(arrows).toEqual(table)
    const ends = [...page.matchAll(/^ {2}(\w+) --> \[\*\]$/gm)].map((match) => match[1])
    expect(ends).toEqual(jobStates.filter(isEnd))
  })

  test('says what is written for every event that settles an attempt', () => {
    const events = new Set(jobStates.flatMap((state) => Object.keys(transitions[state])))
    const written = column('outcome', 1).flatMap((cell) => cell.split(', '))
    expect([...written, 'start', 'lineUp'].sort()).toEqual([...events, 'retention'].sort())
  })
})

describe('the database', () => {
  test('knows the kinds of outcome that the page lists', async () => {
    const rows = await database.sql('select unnest(enum_range(null::pawl.outcome_kind))::text as kind')
    expect(rows.map((row) => row.kind).sort()).toEqual(column('outcome').sort())
  })

  test('accepts the reasons to wait that the page lists', async () => {
    expect(await allowed('later', 'reason')).toEqual(column('reason in later').sort())
  })

  test('accepts the reasons of dead letters that the page lists, and so do the types', async () => {
    const reasons: Record<DeadReason, true> = {
      permanent: true,
      exhausted: true,
      poison: true,
      expired: true,
      dependency: true,
    }
    expect(await allowed('dead', 'reason')).toEqual(column('reason in dead').sort())
    expect(await allowed('dead', 'reason')).toEqual(Object.keys(reasons).sort())
  })

  test('can show the states of the table and no other', async () => {
    const [{ view }] = await database.sql(`select pg_get_viewdef('pawl.jobs') as view`)
    const statuses = [...view.matchAll(/(?:THEN|ELSE) '(\w+)'::text/g)].map((match) => match[1])
    const shownOutcomes = /o\.kind = ANY \(ARRAY\[(.*?)\]\)/.exec(view)![1]!
    expect([...new Set([...statuses, ...literals(shownOutcomes)])].sort()).toEqual([...jobStates].sort())
  })

  async function allowed(table: string, name: string): Promise<string[]> {
    const rows = await database.sql(
      `select pg_get_constraintdef(c.oid) as definition from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
        where c.conrelid = $1::regclass and c.contype = 'c' and a.attname = $2`,
      [`pawl.${table}`, name],
    )
    expect(rows).toHaveLength(1)
    return literals(rows[0].definition).sort()
  }
})

describe('a job that is driven into each state is shown in it', () => {
  let ledger: Ledger
  beforeAll(async () => {
    ledger = new Ledger(database.url)
    await ledger.open()
  })
  beforeEach(() => ledger.empty())
  afterAll(() => ledger.close())

  const plain = {
    type: 'model',
    queue: 'model',
    body: '{}',
    maxAttempts: 3,
    source: '',
    startBefore: null,
    trace: null,
  }
  const enqueue = async (delayMs: number | null): Promise<number> => {
    const job: NewJob = { ...plain, lane: ledger.lane(5, 'line').id, runAt: null, delayMs, id: null }
    return (await writeJobs(ledger.runner, [job]))[0]!.id
  }
  const take = async () => {
    const id = await enqueue(null)
    const worker = await ledger.register()
    const { claimed } = await ledger.claim(worker, 1, 1)
    const { lease, attempts } = claimed[0]!
    expect(attempts.map(({ pos }) => pos)).toEqual([id])
    return {
      id,
      worker,
      item: { pos: id, lease, durationMs: 1, delayMs: 60_000, error: { name: 'Error', message: 'x' } },
    }
  }

  const ways: Record<(typeof jobStates)[number], () => Promise<number>> = {
    scheduled: () => enqueue(60_000),
    pending: () => enqueue(null),
    running: async () => (await take()).id,
    retryable: async () => {
      const { id, worker, item } = await take()
      expect(await settleLater(ledger.runner, worker, [{ ...item, kind: 'retryable' }])).toBe(1)
      return id
    },
    succeeded: async () => {
      const { id, worker, item } = await take()
      expect(await settleSucceeded(ledger.runner, worker, [item])).toBe(1)
      return id
    },
    failed: async () => {
      const { id, worker, item } = await take()
      expect(await settleDead(ledger.runner, worker, [{ ...item, reason: 'permanent' }])).toBe(1)
      return id
    },
    cancelled: async () => {
      const { id } = await take()
      await new Canceller(ledger.runner).cancel([jobId(id)])
      return id
    },
  }

  test.each(jobStates)('%s', async (state) => {
    const id = await ways[state]()
    expect(await findJob(ledger.runner, jobId(id))).toMatchObject({ status: state })
  })

  test('a deferred job waits as scheduled, as the page says of its reason', async () => {
    const { id, worker, item } = await take()
    await settleLater(ledger.runner, worker, [{ ...item, kind: 'deferred' }])
    const [{ reason }] = await ledger.sql('select reason from pawl.later where job_id = $1', [id])
    const state = markdownTable(page, 'reason in later').find((row) => row[0] === reason)?.[1]
    expect(await findJob(ledger.runner, jobId(id))).toMatchObject({ status: state })
  })
})
