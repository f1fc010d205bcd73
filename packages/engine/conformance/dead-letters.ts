import { defineJob } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Transport } from './transport.ts'

export function deadLettersConformance({ open }: Transport): void {
  const picky = defineJob({
    type: 'picky',
    queue: 'kitchen',
    body: z.object({ dish: z.string() }),
    retry: { attempts: 1 },
    run(job) {
      if (job.body.dish === 'soup') throw new Error('not again')
    },
  })
  const jobs = [picky]

  test('page by page all are listed, although a batch died at one instant', async () => {
    const pawl = open({ jobs })
    const dead = await pawl.enqueueMany(picky, Array(7).fill({ dish: 'soup' }))
    await pawl.drain({ keepOpen: true })
    const seen: string[] = []
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const filter = { type: 'picky', limit: 3 }
      const letters = await pawl.deadLetters.list(before === undefined ? filter : { ...filter, before })
      if (letters.length === 0) break
      seen.push(...letters.map(({ id }) => id))
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen)).toEqual(new Set(dead.map(({ id }) => id)))
    await expect(pawl.deadLetters.list({ before: 'job_987654321' })).rejects.toMatchObject({ code: 'not-dead' })
    await pawl.deadLetters.discard(seen)
  })

  test('a dead letter that is named twice is replayed once', async () => {
    const pawl = open({ jobs })
    const { id } = await pawl.enqueue(picky, { dish: 'soup' })
    await pawl.drain({ keepOpen: true })
    const replayed = await pawl.deadLetters.replayMany([id, id, id])
    expect(replayed).toMatchObject([{ dead: id }])
    await pawl.cancel(replayed[0]!.id)
  })

  test('a letter of an old version that gets a new body runs in the version that has checked it', async () => {
    const retry = { attempts: 1 }
    const old = defineJob({
      type: 'aged',
      body: z.object({ a: z.number() }),
      retry,
      run() {
        throw new Error('no')
      },
    })
    const current = defineJob({ type: 'aged', version: 2, body: z.object({ b: z.number() }), retry, run: () => {} })
    const before = open({ jobs: [old] })
    const { id } = await before.enqueue(old, { a: 1 }, { priority: 3 })
    await before.drain()
    const after = open({ jobs: [current] })
    const replay = await after.deadLetters.replay(id, { body: { b: 2 } })
    await after.drain({ keepOpen: true })
    expect(await after.job(replay.id)).toMatchObject({ status: 'succeeded', version: 2, body: { b: 2 }, priority: 3 })
  })

  test('dead letters are listed, shown, replayed with another body, and discarded', async () => {
    const pawl = open({ jobs })
    const dead = await pawl.enqueueMany(picky, [{ dish: 'soup' }, { dish: 'soup' }, { dish: 'soup' }])
    await pawl.drain({ keepOpen: true })
    const ids = dead.map(({ id }) => id)
    const listed = await pawl.deadLetters.list({ queue: 'kitchen' })
    expect(listed.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(await pawl.deadLetters.list({ reason: 'poison' })).toEqual([])

    const replay = await pawl.deadLetters.replay(ids[0]!, { body: { dish: 'salad' } })
    await pawl.drain({ keepOpen: true })
    expect(await pawl.job(replay.id)).toMatchObject({
      status: 'succeeded',
      replays: ids[0],
      failures: 0,
      body: { dish: 'salad' },
    })
    expect(await pawl.deadLetters.show(ids[0]!)).toMatchObject({ endedAs: 'replayed', replayedAs: replay.id })

    expect(await pawl.deadLetters.discard([ids[1]!])).toEqual([ids[1]])
    expect((await pawl.job(ids[1]!))?.status).toBe('failed')
    expect((await pawl.deadLetters.list({ type: 'picky' })).map(({ id }) => id)).toEqual([ids[2]])
  })

  test('a dead letter is decided on once', async () => {
    const pawl = open({ jobs })
    const { id } = await pawl.enqueue(picky, { dish: 'soup' })
    await pawl.drain({ keepOpen: true })
    const results = await Promise.allSettled([pawl.deadLetters.replay(id), pawl.deadLetters.replay(id)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await pawl.deadLetters.replayMany([id])).toEqual([])
    await expect(pawl.deadLetters.replay('job_999999')).rejects.toThrow(/no dead letter/)
  })

  test('a replay is checked like an enqueue', async () => {
    const pawl = open({ jobs })
    const { id } = await pawl.enqueue(picky, { dish: 'soup' })
    await pawl.drain({ keepOpen: true })
    await expect(pawl.deadLetters.replay(id, { body: { dish: 5 } })).rejects.toThrow(/body\.dish/)
    expect((await pawl.deadLetters.show(id))?.endedAt).toBeNull()
  })

  test('many are replayed at once, each with a job that points back', async () => {
    const pawl = open({ jobs })
    const dead = await pawl.enqueueMany(
      picky,
      Array.from({ length: 20 }, () => ({ dish: 'soup' })),
    )
    await pawl.drain({ keepOpen: true })
    const replays = await pawl.deadLetters.replayMany(dead.map(({ id }) => id))
    expect(replays).toHaveLength(20)
    for (const { dead: from, id } of replays)
      expect(await pawl.job(id)).toMatchObject({ replays: from, status: 'pending' })
  })
}
