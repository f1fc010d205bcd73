import type { App } from '@pawl/app'
import { comicsCommands } from '../commands/comics-commands.ts'
import type { ApiOptions } from './api-options.ts'
import { apiRoutes } from './api-routes.ts'
import { openRoutes } from './open-routes.ts'

export type Api = Required<Pick<App, 'routes' | 'openRoutes' | 'commands' | 'command'>>

/** The API of the application: routes, the feeds of reading apps, commands. */
export function apiOf(options: ApiOptions): Api {
  return {
    routes: (services) => apiRoutes(services, options),
    openRoutes: (services) => openRoutes(services, options),
    command: 'comics',
    commands: comicsCommands(options),
  }
}
