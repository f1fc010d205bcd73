import type { AppRouteServices } from '../../app.ts'
import { eventStream } from '../../events/event-stream.ts'
import type { RouteServices } from '../route-services.ts'

export function appRouteServices({ pawl, db, pollMs, signal, onError }: RouteServices): AppRouteServices {
  const told = (error: unknown) => onError(error, 'event stream')
  return { pawl, db, pollMs, stream: (c, tell) => eventStream(c, { signal, onError: told }, tell) }
}
