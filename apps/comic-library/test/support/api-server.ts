import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineApp } from '@pawl/app'
import { createServer, serve } from '@pawl/server'
import { createPawl, definePhases, type Pawl, phase } from 'pawl'
import { afterAll, afterEach } from 'vitest'
import type { TestDatabase } from '../../../../tools/testing/test-database.ts'
import { apiOf } from '../../src/api/api.ts'
import type { ApiOptions } from '../../src/api/api-options.ts'
import { ArchiveError } from '../../src/archive/archive-error.ts'
import { CoverCache } from '../../src/covers/cover-cache.ts'

/** A folder of its own for each test file, gone with it. Links are resolved. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pawl-comics-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}

/** What was asked of archives. */
export const asked: string[] = []

/** Archives of which only the names of entries matter. */
const archives: ApiOptions['archives'] = {
  async page(file, entry) {
    asked.push(`page ${path.basename(file)} ${entry}`)
    if (entry.includes('broken')) throw new ArchiveError('bad-image', 'the page cannot be decoded')
    if (entry.endsWith('.svg')) return { bytes: Buffer.from('<svg onload="alert(1)"/>'), type: 'image/svg+xml' }
    return { bytes: Buffer.from(`bytes of ${entry}`), type: 'image/png' }
  },
  async thumbnail(file, entry, { width, format }) {
    asked.push(`thumbnail ${path.basename(file)} ${entry} ${width}`)
    return Buffer.from(`${format} of ${entry}, ${width} wide`)
  },
}

const nothing = phase('discovery', {
  undone: async () => [],
  write: async () => {},
  label: 'Discovering',
  unit: 'files',
})
export const scan = definePhases('library-scan', [nothing], { subjectsAtOnce: 1 })

export function apiOptions(folder: string): ApiOptions {
  const covers = new CoverCache(path.join(folder, 'cache'), { width: 320, format: 'jpeg' })
  return { scan, archives, covers, watching: { quietMs: 20, pollMs: 1_000 } }
}

export type ApiServer = {
  readonly pawl: Pawl
  readonly url: string
  readonly options: ApiOptions
  /** Asks for a path under /api/comic-library with the operator's token unless told otherwise. */
  ask(path: string, init?: RequestInit & { token?: string | null; json?: unknown }): Promise<Response>
  /** The same, and reads the JSON that comes. Throws when it is no success. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare what comes with what they expect
  get(path: string): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  send(method: string, path: string, json?: unknown): Promise<any>
}

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** The application with what people use of it, and nothing that scans: served on a port of its own, closed after the test. */
export async function apiServer(
  database: TestDatabase,
  folder: string,
  change: Partial<ApiOptions> = {},
): Promise<ApiServer> {
  const options = { ...apiOptions(folder), ...change }
  const app = defineApp({ name: 'comic-library', title: 'Comics', jobs: [], ...apiOf(options) })
  const worker = { pollMs: 50, heartbeatMs: 500 }
  const pawl = createPawl({ url: database.url, jobs: [], pipelines: [options.scan], migrate: false, worker })
  open.push(() => pawl.stop({ graceMs: 0 }))
  const tokens = [
    { token: 'operate-token-of-the-tests', role: 'operate', name: 'olga' },
    { token: 'read-token-of-the-tests', role: 'read', name: 'rita' },
  ] as const
  // an error that nobody foresaw fails the test by its 500
  const server = createServer({ pawl, db: database.pool, tokens, apps: [app], pollMs: 20 })
  const { url, close } = await serve(server, { port: 0 })
  open.push(close)
  const ask: ApiServer['ask'] = (at, { token = tokens[0].token, json, headers, ...init } = {}) =>
    fetch(`${url}/api/comic-library${at}`, {
      ...init,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      headers: {
        // a file is read whole before the server knows that it is sent: its connection would be kept, and closing would wait for it
        Connection: 'close',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    })
  const send: ApiServer['send'] = async (method, at, json) => {
    const answer = await ask(at, { method, ...(json === undefined ? {} : { json }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return { pawl, url, options, ask, send, get: (at) => send('GET', at) }
}
