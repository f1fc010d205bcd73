import { createRoutePool, createServer, type Serving, serve } from '@pawl/server'
import type { Logger } from 'pawl'
import type { Project } from '../config/project.ts'
import type { Session } from '../session.ts'

export type ServingProject = Serving & {
  /** A fresh link that logs a browser in. */
  loginLink(): string
}

/** The server of a project, listening. */
export async function serveProject(project: Project, session: Session, logger: Logger): Promise<ServingProject> {
  const { settings, apps, config } = project
  const { tokens, graceMs, routes, ...options } = config.server ?? {}
  const token = settings.token.value
  const routePool = createRoutePool({ ...routes, url: session.url, pooler: config.pooler === true })
  const server = createServer({
    pawl: session.pawl,
    db: session.db,
    routePool,
    apps,
    dataDir: settings.dataDir.value,
    ...options,
    // the one of the environment comes first, so that the link to log in is made with it
    ...(token === undefined ? {} : { token }),
    ...(tokens === undefined ? {} : { tokens: tokens.filter((each) => each.token !== token) }),
    onError: (error, id) => logger.error({ err: error, id }, 'server error'),
  })
  const serving = await serve(server, {
    host: settings.host.value,
    port: settings.port.value,
    ...(graceMs === undefined ? {} : { graceMs }),
  }).catch(async (error) => {
    await routePool.end()
    throw error
  })
  let ended: Promise<void> | undefined
  return {
    ...serving,
    async close() {
      await serving.close()
      ended ??= routePool.end()
      await ended
    },
    loginLink: () => server.loginLink(serving.url),
  }
}
