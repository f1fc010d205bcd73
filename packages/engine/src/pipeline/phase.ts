import { checkFunction, checkName, checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import type { Job, JobLog, Tx } from '../job/job.ts'
import { longestTimerMs } from '../longest-timer-ms.ts'

/** What the functions of a phase get. */
export type PhaseContext = {
  readonly pipeline: string
  readonly phase: string
  readonly subject: string
  /** The run's id, as `pipelines.get` tells it: the same in all of its attempts. */
  readonly run: number
  /** What the run was started with. */
  readonly input: unknown
  /** Fires on cancel, shutdown and a lost lease; for `work` also when the time of its row is up. */
  readonly signal: AbortSignal
  /** `job.fetch` of the run. */
  fetch(...args: Parameters<Job['fetch']>): ReturnType<Job['fetch']>
  readonly log: JobLog
}

/** Which rows `undone` is asked for. */
export type PhasePage = {
  /** The key of the last row that was seen: what is wanted comes after it. Null: from the first one on. */
  readonly after: string | null
  readonly limit: number
}

/**
 * What `undone` may return in the place of a list: rows, and where the page after them begins, in words of its own. So a page without rows
 * need not be the last, and who looks for rows elsewhere than in a table can stop now and then. The last page is an empty list.
 */
export type WalkedPage<Row> = { readonly rows: readonly Row[]; readonly after: string }

/** A row, and what `work` made of it. */
export type WorkedRow<Row, Result> = { readonly row: Row; readonly result: Result }

/** What `phase` takes. */
export type PhaseOptions<Row, Result> = {
  /** Selects what is still undone, in the order of their keys, up to a limit. Rows that were written must not come again. */
  readonly undone: (
    tx: Tx,
    subject: string,
    page: PhasePage,
    context: PhaseContext,
  ) => Promise<readonly Row[] | WalkedPage<Row>>
  /** By which a row is known again; its `id` when left out. */
  readonly key?: (row: NoInfer<Row>) => string | number
  /** Works on one row, outside of any transaction. It may run again for a row that was not written. */
  readonly work?: (row: NoInfer<Row>, context: PhaseContext) => Result | Promise<Result>
  /** Writes a batch in one transaction, once. It may say how many were new. */
  readonly write: (
    tx: Tx,
    rows: readonly WorkedRow<NoInfer<Row>, Awaited<NoInfer<Result>>>[],
    context: PhaseContext,
  ) => Promise<{ readonly new?: number } | unknown>
  /** How many are undone, for progress; without it there is no total and no time left. */
  readonly count?: (tx: Tx, subject: string, context: PhaseContext) => Promise<number>
  /** 100 unless said otherwise. Memory holds one batch. */
  readonly batch?: number
  /** How many rows are worked on at once; 1 unless said otherwise: strictly one after the other. */
  readonly parallel?: number
  /** So many passes at the most; as many as it takes until one finds nothing when left out. What is undone then waits for the next run. */
  readonly passes?: number
  /** A row that `work` has not ended with by then has failed, and its signal fires. Without it a row may take for ever. */
  readonly rowTimeoutMs?: number
  /** In so many runs a row may fail before it is left alone; 3 unless said otherwise. */
  readonly maxFailures?: number
  /** For people: what is being done. */
  readonly label?: string
  /** What its rows are. Empty: the label says it. Default: rows. */
  readonly unit?: string
}

/** A phase as `definePhases` takes it. Made by `phase`. */
export type PhaseDefinition = {
  readonly name: string
  readonly batch: number
  readonly parallel: number
  readonly passes: number
  readonly rowTimeoutMs: number | undefined
  readonly maxFailures: number
  readonly label: string
  readonly unit: string
  // Methods, so that phases over different rows fit in one list.
  undone(
    tx: Tx,
    subject: string,
    page: PhasePage,
    context: PhaseContext,
  ): Promise<readonly unknown[] | WalkedPage<unknown>>
  key?(row: unknown): string | number
  work?(row: unknown, context: PhaseContext): unknown
  write(tx: Tx, rows: readonly WorkedRow<unknown, unknown>[], context: PhaseContext): Promise<unknown>
  count?(tx: Tx, subject: string, context: PhaseContext): Promise<number>
}

const functions = ['undone', 'key', 'work', 'write', 'count'] as const
const known = [...functions, 'batch', 'parallel', 'passes', 'rowTimeoutMs', 'maxFailures', 'label', 'unit']

/**
 * One pass over a set of rows, in batches, that goes on where it stood.
 *
 * @example
 * ```ts
 * const covers = phase('covers', {
 *   undone: async (tx, library, { after, limit }) =>
 *     (
 *       await tx.query(
 *         `select id, file from comic where library = $1 and cover is null and id > coalesce($2::int, 0) order by id limit $3`,
 *         [library, after, limit],
 *       )
 *     ).rows as { id: number; file: string }[],
 *   work: (comic) => `${comic.file}.jpg`,
 *   write: (tx, done) =>
 *     tx.query('update comic set cover = d.cover from unnest($1::int[], $2::text[]) d (id, cover) where comic.id = d.id', [
 *       done.map(({ row }) => row.id),
 *       done.map(({ result }) => result),
 *     ]),
 *   label: 'Extracting covers',
 *   unit: 'files',
 * })
 * ```
 */
export function phase<Row, Result = undefined>(name: string, options: PhaseOptions<Row, Result>): PhaseDefinition {
  checkName('the name of a phase', name)
  const where = `phase(${show(name)})`
  refuseUnknownOptions(where, options, known)
  checkFunction(`${where}: undone`, options.undone)
  checkFunction(`${where}: write`, options.write)
  for (const each of functions) if (options[each] !== undefined) checkFunction(`${where}: ${each}`, options[each])
  const given = Object.fromEntries(
    functions.filter((each) => options[each] !== undefined).map((each) => [each, options[each]]),
  )
  return Object.freeze({
    name,
    batch: checkNumber(`${where}: batch`, options.batch ?? 100, { min: 1, max: 100_000 }),
    parallel: checkNumber(`${where}: parallel`, options.parallel ?? 1, { min: 1, max: 10_000 }),
    passes:
      options.passes === undefined
        ? Number.POSITIVE_INFINITY
        : checkNumber(`${where}: passes`, options.passes, { min: 1, max: 1_000_000 }),
    rowTimeoutMs:
      options.rowTimeoutMs === undefined
        ? undefined
        : checkDuration(`${where}: rowTimeoutMs`, options.rowTimeoutMs, { min: 1, max: longestTimerMs, integer: true }),
    maxFailures: checkNumber(`${where}: maxFailures`, options.maxFailures ?? 3, { min: 1, max: 32_767 }),
    label: checkName(`${where}: label`, options.label ?? name),
    unit: options.unit === '' ? '' : checkName(`${where}: unit`, options.unit ?? 'rows'),
    ...(given as Pick<PhaseDefinition, 'undone' | 'write'>),
  })
}
