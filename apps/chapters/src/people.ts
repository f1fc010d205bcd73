import type { App } from '@pawl/app'
import { peopleCommands } from './commands/people-commands.ts'
import type { PeopleOptions } from './reader/people-options.ts'
import { openRoutes } from './routes/open-routes.ts'
import { peopleRoutes } from './routes/people-routes.ts'

export type People = Required<Pick<App, 'routes' | 'openRoutes' | 'commands'>>

/** What people use: routes, the feeds' own addresses, commands. */
export function peopleOf(options: PeopleOptions): People {
  return {
    routes: (services) => peopleRoutes(services, options),
    openRoutes: (services) => openRoutes(services, options),
    commands: peopleCommands(options),
  }
}
