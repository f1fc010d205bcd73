import type { App } from '@pawl/app'
import type { PeopleOptions } from './api/api-options.ts'
import { peopleRoutes } from './api/api-routes.ts'
import { openRoutes } from './api/open-routes.ts'
import { peopleCommands } from './commands/comics-commands.ts'

export type People = Required<Pick<App, 'routes' | 'openRoutes' | 'commands' | 'command'>>

/** What people use: routes, the feeds of reading apps, commands. */
export function peopleOf(options: PeopleOptions): People {
  return {
    routes: (services) => peopleRoutes(services, options),
    openRoutes: (services) => openRoutes(services, options),
    command: 'comics',
    commands: peopleCommands(options),
  }
}
