import type { AppRouteServices } from '@pawl/app'
import type { RouteServices } from '../route-services.ts'

export function appRouteServices({ pawl, db, routePool, pollMs, streams, links }: RouteServices): AppRouteServices {
  return { pawl, db: routePool?.db ?? db, pollMs, url: () => links.base, stream: (c, tell) => streams.open(c, tell) }
}
