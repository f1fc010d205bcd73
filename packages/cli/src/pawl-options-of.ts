import type { Logger, PawlOptions, QueueOptions } from 'pawl'
import type { Project } from './config/project.ts'
import { queuesOfApp } from './queues-of-app.ts'

/** What `createPawl` takes for these applications and this configuration. */
export function pawlOptionsOf(project: Project, url: string, logger?: Logger): PawlOptions {
  const { apps, config } = project
  const { worker, retention, reads, enqueueTimeoutMs, startTimeoutMs, pooler, classifyError, tracing } = config
  return {
    url,
    // commands migrate where they say so, and never by the way
    migrate: false,
    jobs: apps.flatMap((app) => app.jobs),
    pipelines: apps.flatMap((app) => app.pipelines ?? []),
    sources: apps.flatMap((app) => app.sources ?? []),
    schedules: apps.flatMap((app) => app.schedules ?? []),
    queues: queuesOf(project),
    ...(worker === undefined ? {} : { worker }),
    ...(retention === undefined ? {} : { retention }),
    ...(reads === undefined ? {} : { reads }),
    ...(enqueueTimeoutMs === undefined ? {} : { enqueueTimeoutMs }),
    ...(startTimeoutMs === undefined ? {} : { startTimeoutMs }),
    ...(pooler === undefined ? {} : { pooler }),
    ...(classifyError === undefined ? {} : { classifyError }),
    ...(tracing === undefined ? {} : { tracing }),
    ...(logger === undefined ? {} : { logger }),
  }
}

/**
 * What the configuration says of a queue comes before what its application says. The engine refuses a queue that no job is in.
 * Those of applications that are not loaded are no mistake.
 */
function queuesOf({ apps, config }: Project): NonNullable<PawlOptions['queues']> {
  const queues: Record<string, QueueOptions> = {}
  for (const app of apps) Object.assign(queues, app.queues)
  for (const [name, options] of Object.entries(config.queues ?? {})) queues[name] = { ...queues[name], ...options }
  if (apps.length === (config.apps ?? []).length) return queues
  const served = new Set(apps.flatMap((app) => [...queuesOfApp(app)]))
  return Object.fromEntries(Object.entries(queues).filter(([name]) => served.has(name)))
}
