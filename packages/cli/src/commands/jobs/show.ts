import type { JobView } from 'pawl'
import { CliError } from '../../cli-error.ts'
import type { Command } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { clock } from '../../terminal/clock.ts'
import { details } from '../../terminal/details.ts'
import { asText, errorText } from '../as-text.ts'
import { attemptLines } from '../attempt-lines.ts'

export const show: Command = {
  name: 'show',
  summary: 'show one job: its state, body, result, and each of its attempts',
  args: ['<job>'],
  options: [{ flags: '--json', text: 'print the job as an object, with its attempts' }],
  examples: [['pawl jobs show job_42', 'all there is to know of it']],
  async run({ args: [id = ''], options, print, pawl }) {
    const engine = await pawl()
    const [job, attempts] = [await engine.job(id), await engine.attempts(id)]
    if (job === undefined)
      throw new CliError(exitCode.notFound, `there is no job ${id}: pawl jobs list shows what there is`)
    const traceId = await traceIdOf(job)
    if (options.json === true) print(JSON.stringify({ ...job, traceId, attempts }, null, 2))
    else for (const line of [...ofJob(job, traceId), '', ...attemptLines(attempts)]) print(line)
    return exitCode.done
  },
}

/** What a store of traces finds it by. */
async function traceIdOf({ trace }: JobView): Promise<string | null> {
  const { parseTraceparent } = await import('pawl')
  return parseTraceparent(trace)?.traceId ?? null
}

function ofJob(job: JobView, traceId: string | null): string[] {
  const counted = [`${job.failures} failures`, `${job.crashes} crashes`, `${job.deferrals} deferrals`].join(', ')
  return details([
    ['job', job.id],
    ['type', job.version === 1 ? job.type : `${job.type}, version ${job.version}`],
    ['queue', `${job.queue}, priority ${job.priority}`],
    ['status', job.status],
    ['attempt', `${job.attempt} of ${job.maxAttempts}: ${counted}`],
    ['created', clock(job.createdAt)],
    ['runs at', job.finishedAt === null && job.runAt !== null ? clock(job.runAt) : null],
    ['finished', job.finishedAt === null ? null : clock(job.finishedAt)],
    ['worker', job.lockedBy],
    ['key', job.key],
    ['group', job.group],
    ['source', job.source],
    ['replays', job.replays],
    ['trace', traceId],
    ['progress', asText(job.progress)],
    ['body', asText(job.body)],
    ['result', asText(job.result)],
    ['error', errorText(job.error)],
  ])
}
