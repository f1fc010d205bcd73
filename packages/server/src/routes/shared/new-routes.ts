import { newRoutes as newAppRoutes } from '@pawl/app/api'
import type { ServerEnv } from '../../server-env.ts'

/** An empty group of routes that know the client of a request. */
export const newRoutes = () => newAppRoutes<ServerEnv>()
