import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { continueHistory } from '../src/history.ts'
import { type Chapters, type Sandbox, startSandbox } from '../src/index.ts'
import { startPublishing } from '../src/start-publishing.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pawl-history-'))
const running: Sandbox[] = []
afterAll(async () => {
  for (const sandbox of running) await sandbox.stop()
  rmSync(folder, { recursive: true })
})

/** A start of the sandbox, as a new process makes it. */
async function start(file: string): Promise<Chapters> {
  const sandbox = await startSandbox({ port: 0 })
  running.push(sandbox)
  const { chapters } = sandbox
  continueHistory(chapters, file, () => {
    chapters.addSeries({ title: 'Lanterns', services: ['mangadex', 'mangapark'], chapters: 10 })
    chapters.addSeries({ title: 'Salt and Ink', services: ['mangadex'], chapters: 3 })
  })
  return chapters
}

const stepsOf = ({ publisher }: Chapters) => Object.values(publisher.happened).reduce((sum, count) => sum + count, 0)
const worldOf = (chapters: Chapters) => [[...chapters.uploads()], chapters.removed].map((list) => JSON.stringify(list))

it('each start has what the last one had, and the tenth still publishes new chapters', async () => {
  const file = path.join(folder, 'world/history')
  let world: readonly string[] | undefined
  for (let starts = 1; starts <= 10; starts++) {
    const chapters = await start(file)
    if (world !== undefined) expect(worldOf(chapters)).toEqual(world)
    const known = new Set([...chapters.uploads()].map(({ id }) => id))
    for (let steps = 0; steps < 30; steps++) chapters.publisher.step()
    const fresh = [...chapters.uploads()].filter(({ id }) => !known.has(id))
    expect(fresh.length).toBeGreaterThan(10)
    world = worldOf(chapters)
  }
})

it('each start, also the tenth, has a new chapter at once, and another event within ten seconds', async () => {
  const file = path.join(folder, 'starts')
  let known = new Set<string>()
  for (let starts = 1; starts <= 10; starts++) {
    const sandbox = await startSandbox({ port: 0 })
    running.push(sandbox)
    const { chapters } = sandbox
    const visible = () => [...chapters.uploads()].filter(({ publishAt }) => publishAt <= chapters.now())
    const isFresh = ({ id, number }: { id: string; number: string | null }) => !known.has(id) && number !== null
    // the timer of the publisher, and nothing that the server needs
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      startPublishing(chapters, 2_000, file)
      expect([starts, visible().some(isFresh)]).toEqual([starts, true])
      const before = stepsOf(chapters)
      vi.advanceTimersByTime(10_000)
      expect(stepsOf(chapters)).toBe(before + 5)
      chapters.publisher.stop()
    } finally {
      vi.useRealTimers()
    }
    known = new Set([...chapters.uploads()].map(({ id }) => id))
  }
})

it('a step that a kill has cut off while it was recorded is left out', async () => {
  const file = path.join(folder, 'killed')
  const chapters = await start(file)
  chapters.publisher.step()
  const world = worldOf(chapters)
  writeFileSync(file, `${readFileSync(file, 'utf8')}17900`)
  const next = await start(file)
  expect(worldOf(next)).toEqual(world)
  next.publisher.step()
  expect(worldOf(await start(file))).toEqual(worldOf(next))
})

it('a history that is none is refused with its line', async () => {
  const file = path.join(folder, 'spoilt')
  writeFileSync(file, '1790000000000\nyesterday\n')
  await expect(start(file)).rejects.toThrow(/line 2 of .* must be a number of milliseconds; remove the file/)
})
