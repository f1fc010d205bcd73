import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppServices } from '@pawl/server'
import { afterAll, expect, it, vi } from 'vitest'

// other files share this process
afterAll(() => void vi.unstubAllEnvs())

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

it('the application serves what can be followed where its addresses say, and things happen', async () => {
  vi.stubEnv('PAWL_SANDBOX_PORT', String(await freePort()))
  const { sandbox, sandboxSeries, sandboxUrls } = await import('../src/index.ts')
  const app = sandbox({ everyMs: 5 })
  expect([app.name, app.jobs]).toEqual(['sandbox', []])
  const running = await app.start!({} as AppServices)
  const control = new URL('/control', sandboxUrls.chapters.mangadex)
  const state = async () =>
    (await (await fetch(control)).json()) as {
      series: { urls: Record<string, string> }[]
      happened: { chapter?: number }
    }
  await vi.waitUntil(async () => ((await state()).happened.chapter ?? 0) > 0, { timeout: 60_000 })
  const { series } = await state()
  expect(series.flatMap(({ urls }) => Object.values(urls))).toEqual(sandboxSeries.chapters)
  await running.stop()
  await expect(fetch(control)).rejects.toThrow()
})
