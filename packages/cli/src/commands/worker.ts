import type { CommandBody, CommandContext } from '../command.ts'
import type { LogLevel } from '../config/settings.ts'
import { exitCode } from '../exit-code.ts'
import { Progress } from '../terminal/progress.ts'
import { lineLogger } from '../up/line-logger.ts'
import { appsOption, logLevelOf, logOptions } from '../up/options.ts'
import { type Telling, untilTold } from '../up/until-told.ts'

export const worker: CommandBody = {
  options: [
    { flags: '--drain', text: 'end when nothing is left in line: for cron and serverless' },
    appsOption,
    { flags: '--no-migrate', text: 'leave the schema as it is' },
    ...logOptions,
  ],
  needsApps: 'all',
  examples: [
    ['pawl worker', 'one more process that works; start as many as you like, anywhere'],
    ['pawl worker --drain', 'do what there is to do, and end'],
  ],
  endsItself: true,
  async run(context) {
    const { options, env, terminal } = context
    const telling = untilTold(env)
    try {
      const { settings } = await context.project()
      const level: LogLevel =
        options.drain === true && options.log !== true && settings.logLevel.from === 'default'
          ? 'warn'
          : logLevelOf(options, settings.logLevel)
      const json = options.json === true
      const logger = lineLogger({ level, json, colours: terminal.colours, write: json ? terminal.print : terminal.say })
      const session = await context.session({ mayCreate: true, mayBeBehind: options.migrate !== false, logger })
      if (options.migrate !== false) {
        const { migrateAll } = await import('../up/migrate-all.ts')
        await migrateAll(session, (await context.project()).apps)
      }
      return options.drain === true ? await drain(context, telling) : await work(context, telling)
    } finally {
      telling.forget()
    }
  },
}

async function work(context: CommandContext, telling: Telling): Promise<number> {
  const pawl = await context.pawl()
  const unfit = new Promise<'unfit'>((resolve) => void pawl.on('worker.unfit', () => resolve('unfit')))
  if (!telling.isTold()) await pawl.start()
  const why = await Promise.race([telling.told, unfit])
  telling.onAgain(() => void pawl.stop().catch(() => {}))
  await pawl.stop()
  // whoever restarts processes sees that this one did not end because it was asked to
  return why === 'unfit' ? exitCode.failed : exitCode.done
}

async function drain(context: CommandContext, telling: Telling): Promise<number> {
  const pawl = await context.pawl()
  const inLine = (await pawl.queues.list()).reduce((sum, { pending, running }) => sum + pending + running, 0)
  const progress = new Progress(context.terminal, 'draining', inLine)
  let ended = 0
  // jobs may enqueue others, so there may be more than there were
  pawl.on('job.settle', () => progress.at(++ended, Math.max(ended, inLine)))
  void telling.told.then(() => pawl.stop()).catch(() => {})
  telling.onAgain(() => void pawl.stop().catch(() => {}))
  try {
    await pawl.drain({ keepOpen: true })
  } finally {
    progress.end()
  }
  context.say(`the line is empty: ${ended} attempts were run`)
  return exitCode.done
}
