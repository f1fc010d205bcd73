import { checkName, checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { checkInstant } from '../check-time.ts'
import { PawlError } from '../errors.ts'
import { decodeCursor, encodeCursor } from '../job/list-cursor.ts'
import { nextCursor } from '../job/next-cursor.ts'
import { type JobState, jobStates } from '../job/states.ts'
import { listJobRows, matchingLanes } from '../postgres/job-lists.ts'
import type { JobView } from '../postgres/jobs.ts'
import type { Runner } from '../postgres/runner.ts'
import { suggest } from '../suggest.ts'
import { checkFilter } from './check-filter.ts'
import type { Registry } from './registry.ts'

/** Which jobs to list. What is left out does not matter. */
export type JobFilter = {
  readonly queue?: string
  readonly type?: string
  readonly status?: JobState
  readonly key?: string
  readonly source?: string
  /** Created at this instant or later. */
  readonly since?: Date
  /** Created at this instant or earlier. */
  readonly until?: Date
  /** 50 unless said otherwise, 1,000 at the most. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
}

/**
 * A page of a list of jobs. `next` is null at the end. A page may have fewer jobs than were asked for, even none, and a `next`:
 * then enough was looked at for one page.
 */
export type JobPage = { readonly jobs: readonly JobView[]; readonly next: string | null }

const known = ['queue', 'type', 'status', 'key', 'source', 'since', 'until', 'limit', 'after']

/**
 * Lists of jobs. They are `pawl.jobs`.
 *
 * @example
 * ```ts
 * let after: string | undefined
 * do {
 *   const page = await pawl.jobs.list({ type: 'greet', status: 'failed', ...(after && { after }) })
 *   for (const job of page.jobs) console.log(job.id, job.error)
 *   after = page.next ?? undefined
 * } while (after !== undefined)
 * ```
 */
export class Jobs {
  readonly #runner: Runner
  readonly #registry: Registry

  constructor(runner: Runner, registry: Registry) {
    this.#runner = runner
    this.#registry = registry
  }

  /** Newest first. A page deep in a list of millions costs what the first one costs: see docs/operators.md. */
  async list(filter: JobFilter = {}): Promise<JobPage> {
    checkJobFilter(filter)
    const { queue, type, source, status, key, since, until, limit = 50 } = filter
    await checkFilter(this.#runner, this.#registry, { queue, type })
    const lanes = (queue ?? type ?? source) ? await matchingLanes(this.#runner, filter) : null
    if (lanes?.length === 0) return { jobs: [], next: null }
    const after = filter.after === undefined ? undefined : decodeCursor('jobs.list', filter.after)
    // one more than asked for tells whether there is a next page
    const query = { lanes, status, key, since, until, limit: limit + 1, after }
    const rows = await listJobRows(this.#runner, query)
    const jobs = rows.slice(0, limit).flatMap(({ job }) => job ?? [])
    const next = nextCursor(rows, limit, after)
    return { jobs, next: next === undefined ? null : encodeCursor(next) }
  }
}

function checkJobFilter(filter: JobFilter): void {
  refuseUnknownOptions('jobs.list', filter, known)
  const { status, limit, since, until } = filter
  for (const name of ['queue', 'type', 'key', 'source'] as const) {
    if (filter[name] !== undefined) checkName(`jobs.list: ${name}`, filter[name])
  }
  if (limit !== undefined) checkNumber('jobs.list: limit', limit, { min: 1, max: 1_000 })
  if (status !== undefined && !jobStates.includes(status)) {
    const hint = suggest(String(status), jobStates)
    throw new PawlError(
      'invalid-option',
      `jobs.list: status is one of ${jobStates.join(', ')}; got ${show(status)}${hint}`,
    )
  }
  for (const [name, value] of Object.entries({ since, until })) {
    if (value !== undefined) checkInstant(`jobs.list: ${name}`, value)
  }
}
