import { Hono } from 'hono'
import { Catalogue } from './catalogue/catalogue.ts'
import { Publisher } from './catalogue/publisher.ts'
import { type ChapterService, chapterServices } from './catalogue/upload.ts'
import { feedRoutes } from './feeds/routes.ts'
import { type Fault, Faults, type ServiceEnv } from './http/faults.ts'
import { LoopWatch } from './http/loop-watch.ts'
import type { RateLimit } from './http/rate-limiter.ts'
import { RequestLog } from './http/request-log.ts'
import { guard } from './mangadex/guard.ts'
import { mangadexRoutes } from './mangadex/routes.ts'
import { mangaparkRoutes } from './mangapark/routes.ts'
import { mangaupdatesRoutes } from './mangaupdates/routes.ts'

export type ChaptersOptions = {
  /** What is published follows from it. */
  readonly seed?: number
  /** Of MangaDex: 5 a second unless said otherwise, a second's worth at once. */
  readonly limit?: RateLimit
  /** So many refusals within ten seconds bring a ban; 20 unless said otherwise. */
  readonly banAfter?: number
  readonly banMs?: number
}

type Verbs = Pick<
  Catalogue,
  'addSeries' | 'publish' | 'edit' | 'reupload' | 'remove' | 'uploads' | 'now' | 'advance' | 'at'
>

/** The services that publish chapters: what they have, what is wrong with them, and who called. */
export type Chapters = Verbs & {
  readonly series: Catalogue['series']
  readonly removed: Catalogue['removed']
  /** Lets things happen by themselves. */
  readonly publisher: Publisher
  /** Something is wrong with a service, until `restore` or for so many requests; it cannot be reached unless said otherwise. */
  outage(service: ChapterService, fault?: Fault): void
  restore(service: ChapterService): void
  fault(service: ChapterService): Fault | undefined
  requests(service: ChapterService): RequestLog
}

/** The stand-ins of the services that publish chapters, and what tests do with them. */
export function createChapters(
  origin: string,
  stopping: AbortSignal,
  { seed = 1, limit = { perSecond: 5 }, banAfter = 20, banMs = 60_000 }: ChaptersOptions = {},
): { readonly chapters: Chapters; readonly routes: Hono<ServiceEnv> } {
  const catalogue = new Catalogue({ seed, feedsUrl: `${origin}/feeds` })
  const logs = new Map(chapterServices.map((name) => [name, new RequestLog()]))
  const faults = new Map(chapterServices.map((name) => [name, new Faults(logs.get(name)!, stopping)]))
  const watch = new LoopWatch(stopping)
  const watched = (name: ChapterService) => new Hono<ServiceEnv>().use(faults.get(name)!.middleware)
  const routes = new Hono<ServiceEnv>()
    .route(
      '/mangadex',
      watched('mangadex').use(guard({ limit, banAfter, banMs, watch })).route('/', mangadexRoutes(catalogue)),
    )
    .route('/mangapark', watched('mangapark').route('/', mangaparkRoutes(catalogue)))
    .route('/mangaupdates', watched('mangaupdates').route('/', mangaupdatesRoutes(catalogue)))
    .route('/feeds', watched('feeds').route('/', feedRoutes(catalogue)))
  const chapters: Chapters = {
    series: catalogue.series,
    removed: catalogue.removed,
    publisher: new Publisher(catalogue, seed),
    addSeries: (options) => catalogue.addSeries(options),
    publish: (series, details, services) => catalogue.publish(series, details, services),
    edit: (upload, changes) => catalogue.edit(upload, changes),
    reupload: (upload) => catalogue.reupload(upload),
    remove: (upload) => catalogue.remove(upload),
    uploads: (service) => catalogue.uploads(service),
    now: () => catalogue.now(),
    advance: (ms) => catalogue.advance(ms),
    at: (instant, act) => catalogue.at(instant, act),
    outage: (service, fault = { kind: 'outage' }) => faults.get(service)!.begin(fault),
    restore: (service) => faults.get(service)!.end(),
    fault: (service) => faults.get(service)!.current,
    requests: (service) => logs.get(service)!,
  }
  return { chapters, routes }
}
