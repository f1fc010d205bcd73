import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ServerEnv } from '../server-env.ts'
import { appRoutes } from './apps/app-routes.ts'
import { openAppRoutes } from './apps/open-app-routes.ts'
import { hasOpenRoutes } from './apps/open-folder.ts'
import { deadLetterRoutes } from './dead-letters/dead-letter-routes.ts'
import { describeApi } from './describe-api.ts'
import { eventRoutes } from './events/event-routes.ts'
import { enqueueRoutes } from './jobs/enqueue-routes.ts'
import { jobRoutes } from './jobs/job-routes.ts'
import { operationRoutes } from './operations/operation-routes.ts'
import { runRoutes } from './pipelines/run-routes.ts'
import { stageRoutes } from './pipelines/stage-routes.ts'
import { queueRoutes } from './queues/queue-routes.ts'
import type { RouteServices } from './route-services.ts'
import { scheduleRoutes } from './schedules/schedule-routes.ts'
import { newRoutes } from './shared/new-routes.ts'
import { sourceRoutes } from './sources/source-routes.ts'
import { workerRoutes } from './workers/worker-routes.ts'

const groups = [
  ...[enqueueRoutes, jobRoutes, eventRoutes],
  ...[
    queueRoutes,
    workerRoutes,
    deadLetterRoutes,
    scheduleRoutes,
    sourceRoutes,
    stageRoutes,
    runRoutes,
    operationRoutes,
  ],
]

/** All that is under /api: the engine's own routes, the applications', and the description of both. */
export async function apiRoutes(services: RouteServices): Promise<OpenAPIHono<ServerEnv>> {
  const api = newRoutes()
  for (const group of groups) api.route('/', group(services))
  for (const app of services.apps) {
    if (hasOpenRoutes(app)) api.route(`/${app.name}/open`, await openAppRoutes(app, services))
    if (app.routes !== undefined) api.route(`/${app.name}`, await appRoutes(app, services))
  }
  api.get('/openapi.json', (c) => c.json(describeApi(api, services.basePath)))
  return api
}
