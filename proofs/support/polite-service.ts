import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PoliteServiceOptions = {
  /** What it enforces, by a token bucket of its own; no limit when left out. */
  readonly limit?: { readonly perMinute: number; readonly burst: number }
}

export type Request = { readonly at: number; readonly status: number | 'broken' }

/** An outside service, as far as its callers can tell: it counts, enforces its limit, and can be down. */
export class PoliteService {
  readonly requests: Request[] = []
  readonly #limit: PoliteServiceOptions['limit']
  readonly #server: Server
  #tokens: number
  #refilledAt = performance.now()
  isDown = false

  private constructor({ limit }: PoliteServiceOptions) {
    this.#limit = limit
    this.#tokens = limit?.burst ?? 0
    this.#server = createServer((_request, response) => {
      const at = performance.now()
      if (this.isDown) {
        this.requests.push({ at, status: 'broken' })
        response.destroy()
        return
      }
      const status = this.#take(at) ? 200 : 429
      this.requests.push({ at, status })
      response.writeHead(status, status === 429 ? { 'retry-after': '1' } : {}).end()
    })
  }

  static async start(options: PoliteServiceOptions = {}): Promise<PoliteService> {
    const service = new PoliteService(options)
    service.#server.listen(0, '127.0.0.1')
    await once(service.#server, 'listening')
    return service
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #take(now: number): boolean {
    if (this.#limit === undefined) return true
    const { perMinute, burst } = this.#limit
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#refilledAt) / 60_000) * perMinute)
    this.#refilledAt = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }
}

/** The most that came within any span of so many ms. */
export function mostWithin(times: readonly number[], spanMs: number): number {
  let most = 0
  let first = 0
  for (const [i, at] of times.entries()) {
    while (times[first]! <= at - spanMs) first++
    most = Math.max(most, i - first + 1)
  }
  return most
}
