import type { CommandContext } from '../command.ts'
import type { PawlConfig } from '../config/pawl-config.ts'
import type { Project } from '../config/project.ts'
import type { Session } from '../session.ts'
import type { UpOutput } from './up-output.ts'
import { type StopLimits, WorkerProcesses } from './worker-processes.ts'

/** Who works: this process, or processes of its own. */
export type Working = {
  start(): Promise<void>
  /** Lets what runs be finished. */
  stop(): Promise<void>
  /** Hands back what runs, also when it was told to stop before. */
  stopNow(): Promise<void>
  /** Resolves when a handler has found this process unfit: it takes no more jobs. Other processes end by themselves then. */
  readonly unfit: Promise<'unfit'>
  /** For people. */
  text(): string
}

export function working(project: Project, session: Session, context: CommandContext, out: UpOutput): Working {
  const count = project.settings.workers.value
  if (count === undefined) {
    const { pawl } = session
    return {
      unfit: new Promise((resolve) => void pawl.on('worker.unfit', () => resolve('unfit'))),
      start: () => pawl.start(),
      // what is asked meanwhile is still answered: the session closes it when the server has ended
      stop: () => pawl.stop({ keepOpen: true }),
      stopNow: () => pawl.stop({ graceMs: 0 }),
      text: () => `this process (${process.pid})`,
    }
  }
  const processes = new WorkerProcesses({
    count,
    args: workerArgs(project, context, out),
    env: { ...context.env, DATABASE_URL: session.url },
    withinMs: stopLimits(project.config),
    logger: out.logger,
    onLine: out.passOn,
  })
  return {
    unfit: new Promise(() => {}),
    start: async () => processes.start(),
    stop: () => processes.stop(),
    stopNow: () => processes.stopNow(),
    text: () =>
      count === 0 ? 'none here' : `${processes.pids.length} of ${count} processes: ${processes.pids.join(', ')}`,
  }
}

/** What a worker takes by itself, with its farewell to the database, and a few seconds more. */
function stopLimits({ worker: { shutdownGraceMs = 25_000, abortGraceMs = 5_000 } = {} }: PawlConfig): StopLimits {
  const handBack = abortGraceMs + 10_000
  return { finish: shutdownGraceMs + handBack, handBack }
}

/** The same project and the same applications, whatever this process was told by flags. */
function workerArgs({ file, apps }: Project, { options }: CommandContext, { level }: UpOutput): readonly string[] {
  return [
    'worker',
    '--no-migrate',
    ...(file === undefined ? [] : ['--config', file]),
    ...(apps.length === 0 ? [] : ['--apps', apps.map(({ name }) => name).join(',')]),
    ...['--log-level', level],
    ...(options.json === true ? ['--json'] : []),
  ]
}
