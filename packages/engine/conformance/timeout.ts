import { defineJob, fixed, type PawlEvents } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { gate } from '../test/support/gate.ts'
import { reaches } from '../test/support/settled.ts'
import { until } from '../test/support/until.ts'
import type { Transport } from './transport.ts'

export function timeoutConformance({ open }: Transport): void {
  const body = z.object({})

  test('an attempt that takes too long is aborted through its signal and retried', async () => {
    const reasons: unknown[] = []
    const slow = defineJob({
      type: 'slow',
      body,
      timeoutMs: 50,
      retry: { attempts: 2, backoff: fixed({ delayMs: 1 }) },
      run: (job) =>
        new Promise((_, reject) => {
          job.signal.addEventListener('abort', () => {
            reasons.push(job.signal.reason.code)
            reject(new Error('stopped'))
          })
        }),
    })
    const pawl = open({ jobs: [slow] })
    await pawl.start()
    const { id } = await pawl.enqueue(slow, {})
    expect(await reaches(pawl, id, 'failed')).toMatchObject({ attempt: 2, error: { code: 'timeout' } })
    expect(reasons).toEqual(['timeout', 'timeout'])
  })

  test('a handler that ignores its abort is recorded as timed out, its slot replaced and reset when it returns', async () => {
    const stuck = gate()
    const deaf = defineJob({ type: 'deaf', body, timeoutMs: 20, retry: { attempts: 1 }, run: () => stuck.passed })
    const other = defineJob({ type: 'other', queue: 'deaf', body, run: () => {} })
    const pawl = open({
      jobs: [deaf, other],
      queues: { deaf: { concurrency: 1 } },
      worker: { abortGraceMs: 20 },
    })
    const slots: PawlEvents['slot.error'][] = []
    pawl.on('slot.error', (event) => slots.push(event))
    await pawl.start()
    const { id } = await pawl.enqueue(deaf, {})
    expect(await reaches(pawl, id, 'failed')).toMatchObject({ error: { code: 'timeout' } })
    expect(slots).toEqual([{ slot: 'deaf-1', id }])
    expect(pawl.slots).toContainEqual({ name: 'deaf-1', state: 'error', job: id })
    const next = await pawl.enqueue(other, {})
    await reaches(pawl, next.id, 'succeeded')
    stuck.open()
    await until('the slot is reset', () => pawl.slots.every(({ state }) => state !== 'error'))
    expect(pawl.slots).toHaveLength(1)
  })
}
