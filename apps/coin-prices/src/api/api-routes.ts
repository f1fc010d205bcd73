import type { AppRouteServices } from '@pawl/app'
import { id, newRoutes, readerRoutes } from '@pawl/app/api'
import { collectors } from '../tables/collectors.ts'
import { alertRoutes } from './alert-routes.ts'
import type { ApiOptions } from './api-options.ts'
import { changeRoutes } from './change-routes.ts'
import { importRoutes } from './import-routes.ts'
import { collectorName } from './inputs.ts'
import { readRoutes } from './read-routes.ts'

/** All that is under /api/coin-prices and needs a token of the server. It sees the coins of all collectors. */
export function apiRoutes(services: AppRouteServices, options: ApiOptions) {
  const { db, url } = services
  const reading = { db, prefix: '', params: {}, query: { reader: id.optional() }, isOpen: false } as const
  const routes = newRoutes()
  routes.route('/', readRoutes({ ...reading, collectorOf: async (_, { reader }) => knownCollector(reader) }))
  routes.route('/', changeRoutes(services, options))
  routes.route('/', alertRoutes(services, options))
  routes.route('/', importRoutes(services))
  const readersOf = { readers: collectors, tag: 'coin-prices: readers', component: 'Collector', name: collectorName }
  const urlOf = (token: string) => `${url()}/api/coin-prices/open/${token}/coins`
  routes.route('/', readerRoutes(services, { ...readersOf, defaults: {}, urlOf }))
  return routes

  async function knownCollector(reader: number | undefined): Promise<number | undefined> {
    return reader === undefined ? undefined : (await collectors.get(db, reader)).id
  }
}
