import type { HttpClient, HttpClientOptions } from '../../http/http-client.ts'
import type { Connections } from '../../postgres/connections.ts'
import type { SourceDefinition } from '../../source/source-definition.ts'
import type { Events } from '../events.ts'
import { AnswerCache } from './answer-cache.ts'
import { Fetcher } from './fetcher.ts'
import { SourceBook } from './source-book.ts'
import { SourceTeller } from './source-teller.ts'

export type SourcePartsOptions = {
  readonly connections: Connections
  readonly events: Events
  readonly definitions: readonly SourceDefinition[]
  readonly http: HttpClientOptions
}

/** What one Pawl knows of sources, and does with them. */
export type SourceParts = {
  readonly book: SourceBook
  readonly teller: SourceTeller
  readonly fetcher: Fetcher
  start(): Promise<void>
  close(): Promise<void>
}

export function makeSourceParts({ connections, events, definitions, http }: SourcePartsOptions): SourceParts {
  const { general: runner, cache: kept } = connections
  const book = new SourceBook(runner, definitions)
  const teller = new SourceTeller(runner, events)
  let loading: Promise<HttpClient> | undefined
  // loaded when it is needed: those who never call anybody need not carry undici
  const client = () => {
    loading ??= import('../../http/http-client.ts').then(({ HttpClient }) => new HttpClient(http))
    return loading
  }
  const cache = new AnswerCache({
    runner: kept,
    onHit: (source) => {
      teller.count('hit', source)
      events.emit('source.hit', { source })
    },
    onError: (error) => events.emit('service.error', { service: 'cache', error, retryMs: 0 }),
  })
  const fetcher = new Fetcher({ runner, book, teller, events, cache, client })
  return {
    book,
    teller,
    fetcher,
    async start() {
      await book.declare(book.names)
      // a first request that leaves late would arrive together with the next
      if (definitions.length > 0) await client()
    },
    async close() {
      await teller.idle()
      await (await loading)?.close()
    },
  }
}
