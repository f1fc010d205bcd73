import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { type Chapters, type ChaptersOptions, createChapters } from './chapters.ts'
import { controlRoutes } from './control.ts'
import { urlsAt } from './sandbox-urls.ts'

export type SandboxOptions = {
  /** 0 takes a free one. */
  readonly port: number
  readonly chapters?: ChaptersOptions
}

/** The stand-ins, running. */
export type Sandbox = {
  readonly origin: string
  readonly urls: ReturnType<typeof urlsAt>
  readonly chapters: Chapters
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
export async function startSandbox({ port, chapters: options }: SandboxOptions): Promise<Sandbox> {
  const stopping = new AbortController()
  let app = new Hono()
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
  app = new Hono().route('/', routes).route('/control', controlRoutes(chapters))
  return {
    origin,
    urls: urlsAt(origin),
    chapters,
    async stop() {
      stopping.abort()
      chapters.publisher.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
