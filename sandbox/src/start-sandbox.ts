import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { type Chapters, type ChaptersOptions, createChapters } from './chapters.ts'
import { type Coins, type CoinsOptions, createCoins } from './coins/coin-services.ts'
import { controlRoutes } from './control.ts'
import type { ServiceEnv } from './http/faults.ts'
import { createModel, type Model, type ModelOptions } from './model/model.ts'
import { urlsAt } from './sandbox-urls.ts'
import { createWeb, type Web, type WebOptions } from './web/web.ts'

export type SandboxOptions = {
  /** 0 takes a free one. */
  readonly port: number
  readonly chapters?: ChaptersOptions
  readonly coins?: CoinsOptions
  readonly web?: WebOptions
  readonly model?: ModelOptions
}

/** The stand-ins, running. */
export type Sandbox = {
  readonly origin: string
  readonly urls: ReturnType<typeof urlsAt>
  readonly chapters: Chapters
  readonly coins: Coins
  readonly web: Web
  readonly model: Model
  stop(): Promise<void>
}

/**
 * Serves all stand-ins on one port of 127.0.0.1.
 *
 * @example
 * ```ts
 * const { urls, chapters, stop } = await startSandbox({ port: 0 })
 * const series = chapters.addSeries({ title: 'Lanterns', chapters: 3 })
 * chapters.publish(series, { number: '4' })
 * await stop()
 * ```
 */
export async function startSandbox({ port, chapters: options, ...more }: SandboxOptions): Promise<Sandbox> {
  const stopping = new AbortController()
  let app = new Hono<ServiceEnv>()
  const server = createServer(
    getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false }),
  )
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new Error(`the sandbox expected port ${port} to be free; it is in use; choose another with PAWL_SANDBOX_PORT`)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { chapters, routes } = createChapters(origin, stopping.signal, options)
  const { coins, routes: coinRoutes } = createCoins(stopping.signal, more.coins)
  const { web, routes: webRoutes } = createWeb(stopping.signal, more.web)
  const { model, routes: modelRoutes } = createModel(stopping.signal, more.model)
  app = new Hono<ServiceEnv>()
    .route('/', routes)
    .route('/', coinRoutes)
    .route('/web', webRoutes)
    .route('/model/v1', modelRoutes)
    .route('/control', controlRoutes({ chapters, coins, web, model }))
  return {
    origin,
    urls: urlsAt(origin),
    chapters,
    coins,
    web,
    model,
    async stop() {
      stopping.abort()
      chapters.publisher.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
