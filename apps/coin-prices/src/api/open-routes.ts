import { type AppRouteServices, ProblemError, readerTokenPattern } from '@pawl/app'
import { z } from '@pawl/app/api'
import { collectors } from '../tables/collectors.ts'
import { readRoutes } from './read-routes.ts'

const token = z.string().regex(readerTokenPattern, 'expected the token of a collector')

/** What a collector sees with their own token: their own coins, and nothing else. */
export function openRoutes({ db }: AppRouteServices) {
  const reading = { db, prefix: '/{token}', params: { token }, query: {}, isOpen: true } as const
  return readRoutes({
    ...reading,
    async collectorOf({ token: given = '' }) {
      const collector = await collectors.findByToken(db, given)
      if (collector !== undefined) return collector.id
      throw new ProblemError(404, 'unknown-collector', 'no collector has this token; a new one may have replaced it')
    },
  })
}
