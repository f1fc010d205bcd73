import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

type Started = { readonly link: string; stop(signal: NodeJS.Signals): Promise<readonly string[]> }

/** `npm start`, until it is ready. */
async function npmStart(env: NodeJS.ProcessEnv): Promise<Started> {
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
  started.push(child)
  const lines: string[] = []
  const link = await new Promise<string>((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`npm start ended with ${code}:\n${lines.join('\n')}`)))
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line)
      const [, found] = /log in +(http\S+)/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  return {
    link,
    /** npm ends by the signal itself; its output is closed when all that it started has ended. */
    async stop(signal) {
      const closed = once(child, 'close')
      child.kill(signal)
      await closed
      return lines
    },
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'pawl-start-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const env = {
  ...process.env,
  ...{ DATABASE_URL: '', PAWL_DATA_DIR: dataDir, PORT: '0', NO_COLOR: '1', PAWL_LIVE: '' },
  PAWL_SANDBOX_PORT: await freePort(),
}
const stopped = '  stopped    pawl up continues where this stood'

/** Asks the server, with the session that the link makes, until what it has is enough. */
function asker(link: string, session: string) {
  return async function eventually<T>(path: string, enough: (answer: T) => boolean): Promise<T> {
    for (;;) {
      const asked = await fetch(new URL(path, link), { headers: { Cookie: session.split(';')[0]! } })
      const answer = (await asked.json()) as T
      if (!asked.ok) throw new Error(`GET ${path} answered ${asked.status}: ${JSON.stringify(answer)}`)
      if (enough(answer)) return answer
      await setTimeout(250)
    }
  }
}

type Feed = { readonly chapters: readonly { readonly id: number }[] }

/** Each of these is five processes, one after the other. */
const timeout = 300_000

test('npm start runs every application on a database of its own, and ends when it is told to', {
  timeout,
}, async () => {
  const { link, stop } = await npmStart(env)
  const session = (await fetch(link, { redirect: 'manual' })).headers.get('set-cookie')!
  expect(session).toContain('HttpOnly')
  const eventually = asker(link, session)

  const feed = await eventually<Feed>('/api/chapters/feed', ({ chapters }) => chapters.length > 0)
  expect(feed.chapters[0], 'published, polled and ingested').toMatchObject({ seriesTitle: expect.any(String) })
  const { reports } = await eventually<{ reports: { status: string }[] }>(
    '/api/site-reports',
    (answer) => answer.reports.length > 0 && answer.reports.every(({ status }) => status !== 'in-progress'),
  )
  expect(reports.map(({ status }) => status)).toEqual(Array(5).fill('completed'))
  const { series } = await eventually<{ series: unknown[] }>(
    '/api/comic-library/series',
    (answer) => answer.series.length > 0,
  )
  expect(series[0], 'drawn, scanned and linked').toMatchObject({ name: expect.any(String), libraryName: 'Sandbox' })
  expect(await stop('SIGTERM')).toContain(stopped)
})

test('a later start continues where the last one ended: the stand-ins publish something new', { timeout }, async () => {
  for (let starts = 0; starts < 2; starts++) {
    const { link, stop } = await npmStart(env)
    const session = (await fetch(link, { redirect: 'manual' })).headers.get('set-cookie')!
    const eventually = asker(link, session)
    const idsOf = ({ chapters }: Feed) => chapters.map(({ id }) => id)
    const newest = Math.max(...idsOf(await eventually<Feed>('/api/chapters/feed', () => true)))
    await eventually<Feed>('/api/chapters/feed', (feed) => idsOf(feed).some((id) => id > newest))
    expect(await stop('SIGINT')).toContain(stopped)
  }
})
