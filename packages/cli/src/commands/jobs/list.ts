import type { JobFilter, JobPage, JobState, JobView, Pawl } from 'pawl'
import type { Command } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { readByName } from '../../read-by-name.ts'
import { clock } from '../../terminal/clock.ts'
import { printList } from '../../terminal/print-list.ts'
import { Progress } from '../../terminal/progress.ts'
import type { Column } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { instant } from '../instant.ts'
import { jobNote, waitsForSource } from './job-note.ts'
import { statusPaint } from './status-paint.ts'

const states: readonly JobState[] = [
  ...(['scheduled', 'pending', 'running', 'retryable', 'succeeded', 'failed', 'cancelled'] as const),
]

const defaultLimit = 50

export const list: Command = {
  name: 'list',
  summary: 'list jobs, the newest first',
  options: [
    { flags: '--queue <name>', text: 'only of this queue' },
    { flags: '--type <type>', text: 'only of this type' },
    { flags: '--status <status>', text: 'only in this state', choices: states },
    { flags: '--key <key>', text: 'only with this key' },
    { flags: '--source <name>', text: 'only those that call this source' },
    { flags: '--since <time>', text: 'only made since: 30m, 2h, 7d ago, or an instant' },
    { flags: '--until <time>', text: 'only made until then' },
    { flags: '--limit <n>', text: `so many; ${defaultLimit} when left out`, kind: 'number' },
    { flags: '--after <cursor>', text: 'the page after: `next` of the page before' },
    { flags: '--json', text: 'print an object with `jobs` and `next`' },
  ],
  examples: [
    ['pawl jobs list --status failed --since 1h', 'what failed in the last hour'],
    ['pawl jobs list --queue mail --json | jq .jobs[].id', 'for programs'],
  ],
  async run(context) {
    const { options, terminal, say } = context
    const { json: _, url: __, config: ___, since, until, ...filter } = options
    const times = {
      ...(since === undefined ? {} : { since: instant('--since', since) }),
      ...(until === undefined ? {} : { until: instant('--until', until) }),
    }
    const page = await readByName(context, (pawl) => gather(pawl, { ...filter, ...times }, terminal))
    const names = [...new Set(page.jobs.flatMap((job) => (waitsForSource(job) ? (job.source ?? []) : [])))]
    const sources = names.length === 0 ? [] : await (await context.pawl()).sources.list({ names })
    const columns: readonly Column<JobView>[] = [
      { head: 'JOB', cell: ({ id }) => id },
      { head: 'TYPE', cell: ({ type }) => type },
      { head: 'QUEUE', cell: ({ queue }) => queue },
      { head: 'STATUS', cell: ({ status }) => status, paint: statusPaint(terminal.colours) },
      { head: 'ATTEMPT', cell: ({ attempt, maxAttempts }) => `${attempt}/${maxAttempts}`, right: true },
      { head: 'CREATED', cell: ({ createdAt }) => clock(createdAt) },
      { head: 'NOTE', cell: (job) => jobNote(job, sources) },
    ]
    const isFiltered = Object.keys({ ...filter, ...times }).some((name) => name !== 'limit')
    const none = isFiltered ? 'no job matches these filters' : 'there is no job yet'
    printList(context, columns, page.jobs, { none, json: page })
    if (page.next !== null && options.json !== true) say(`more: the same with --after ${page.next}`)
    return exitCode.done
  },
}

/** A page of the engine ends early when it has looked at enough; people asked for so many jobs, and wait for them. */
async function gather(pawl: Pawl, filter: JobFilter, terminal: Terminal): Promise<JobPage> {
  const limit = filter.limit ?? defaultLimit
  const progress = new Progress(terminal, 'looking for jobs')
  const jobs: JobView[] = []
  let next = filter.after ?? null
  try {
    do {
      const page = await pawl.jobs.list({
        ...filter,
        limit: limit - jobs.length,
        ...(next === null ? {} : { after: next }),
      })
      jobs.push(...page.jobs)
      next = page.next
      progress.at(jobs.length)
    } while (next !== null && jobs.length < limit)
  } finally {
    progress.end()
  }
  return { jobs, next }
}
