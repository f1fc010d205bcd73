import path from 'node:path'
import type { CommandContext } from '../command.ts'
import { hidePassword } from '../config/hide-password.ts'
import type { Project } from '../config/project.ts'
import { exitCode } from '../exit-code.ts'
import type { Session } from '../session.ts'
import { Progress } from '../terminal/progress.ts'
import { Companions } from './companions.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { migrateAll } from './migrate-all.ts'
import { serveProject } from './serve-project.ts'
import { Undo } from './undo.ts'
import { type Telling, untilTold } from './until-told.ts'
import { type UpOutput, upOutput } from './up-output.ts'
import { watchSummary } from './watch-summary.ts'
import { type Working, working } from './working.ts'

type Starting = {
  readonly context: CommandContext
  readonly project: Project
  readonly out: UpOutput
  readonly telling: Telling
  readonly undo: Undo
  readonly lock: FolderLock | undefined
}

/** What `pawl up` does until it is told to end; then all of it is undone. */
export async function runUp(context: CommandContext): Promise<number> {
  const telling = untilTold(context.env)
  const undo = new Undo()
  undo.add(() => telling.forget())
  try {
    const project = await context.project()
    const out = upOutput(context, project.settings.logLevel)
    const session = await openDatabase(context, project, out)
    undo.add(() => session.close())
    const lock = await lockOf(project, session)
    undo.add(() => lock?.release())
    const { unwatch, unfit } = await startAll({ context, project, out, telling, undo, lock }, session)
    const why = await Promise.race([telling.told, unfit])
    unwatch()
    const who = why === 'unfit' ? 'a handler has found this process unfit' : why
    out.tell('stopping', `${who}: what runs is finished first; once more means now`)
    await undo.run()
    out.tell('stopped', 'pawl up continues where this stood')
    // whoever restarts processes sees that this one did not end because it was asked to
    return why === 'unfit' ? exitCode.failed : exitCode.done
  } finally {
    await undo.run()
  }
}

async function openDatabase(context: CommandContext, { settings }: Project, out: UpOutput): Promise<Session> {
  const progress = new Progress(context.terminal, 'starting PostgreSQL')
  const opened = context.session({ mayCreate: true, mayBeBehind: true, logger: out.logger })
  const session = await opened.finally(() => progress.end())
  const dataDir = path.relative(process.cwd(), settings.dataDir.value) || '.'
  out.tell('database', session.isEmbedded ? `embedded PostgreSQL in ${dataDir}` : hidePassword(session.url))
  return session
}

/** Behind a pooler a session holds no lock. */
async function lockOf({ settings, config }: Project, { url }: Session): Promise<FolderLock | undefined> {
  return config.pooler === true ? undefined : lockFolder(url, settings.dataDir.value)
}

type Started = Pick<Working, 'unfit'> & {
  /** Takes the summary away. */
  readonly unwatch: () => void
}

/** From the schema to the summary. */
async function startAll({ context, project, out, telling, undo, lock }: Starting, session: Session): Promise<Started> {
  const applied = await migrateAll(session, project.apps)
  out.tell('schema', applied === 0 ? 'up to date' : `${applied} ${applied === 1 ? 'migration' : 'migrations'} applied`)
  out.tell('apps', project.apps.map(({ name }) => name).join(', ') || 'none: pawl.config.ts names them')
  // before the workers: a stand-in must be there when the first job calls it
  const companions = new Companions(out.logger)
  undo.add(() => companions.stop())
  if (!telling.isTold()) await companions.start(project.apps, session)
  const serving = await serveProject(project, session, out.logger)
  await lock?.announce(serving.url)
  const workers = working(project, session, context, out)
  // together: a request that is under way for long must not keep the workers going
  undo.add(() => allOf([workers.stop(), serving.close()]))
  telling.onAgain(() => void allOf([workers.stopNow(), serving.close()]).catch(() => {}))
  if (!telling.isTold()) await workers.start()
  out.tell('workers', workers.text())
  out.tell('server', serving.url)
  // logs are kept and passed on, and whoever has the link is in
  if (context.options.json !== true) out.tell('log in', serving.loginLink())
  const startedAt = performance.now()
  const about = () => ({ url: serving.url, workers: workers.text(), upMs: performance.now() - startedAt })
  const watched = { pawl: session.pawl, apps: project.apps, about }
  const unwatch = out.hasSummary ? watchSummary(out, context.terminal, watched) : () => {}
  return { unwatch, unfit: workers.unfit }
}

/** Waits for all of them, also when one fails; its error comes at the end. */
async function allOf(steps: readonly Promise<void>[]): Promise<void> {
  for (const step of await Promise.allSettled(steps)) if (step.status === 'rejected') throw step.reason
}
