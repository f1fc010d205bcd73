import { randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import type { AppServices } from '@pawl/app'
import { afterAll, expect, it, vi } from 'vitest'

// other files share this process
afterAll(() => void vi.unstubAllEnvs())

/** Below those that a system hands out: none of the other files is given it before it is used. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
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
