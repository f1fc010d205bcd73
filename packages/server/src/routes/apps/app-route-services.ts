import type { AppRouteServices } from '@pawl/app'
import type { RouteServices } from '../route-services.ts'

export function appRouteServices({ pawl, db, pollMs, streams, links }: RouteServices): AppRouteServices {
  return { pawl, db, pollMs, url: () => links.base, stream: (c, tell) => streams.open(c, tell) }
}
