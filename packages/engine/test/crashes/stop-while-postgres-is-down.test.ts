import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { sourceArgs } from '../../../../tools/source-options.mjs'
import { createPawl, defineJob } from '../../src/index.ts'
import { cutOff } from '../support/cut-off.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'

const database = testDatabase()
const stopWhenTold = fileURLToPath(new URL('./fixtures/stop-when-told.ts', import.meta.url))
const children: ReturnType<typeof spawn>[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

test('an idle worker stops although PostgreSQL is down, and its process ends by itself', async () => {
  const way = await cutOff(database.url)
  const child = spawn(process.execPath, [...sourceArgs, stopWhenTold], {
    env: { ...process.env, PAWL_TEST_URL: way.url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines: string[] = []
  // not when it has exited: what it said last may not have been read by then
  const closed = once(child, 'close')
  const output = createInterface({ input: child.stdout! })
  output.on('line', (line) => lines.push(line))
  await once(output, 'line')
  way.cut()
  child.stdin!.end('stop\n')
  expect(await closed).toEqual([0, null])
  expect(lines.map((line) => JSON.parse(line).what)).toEqual(['settled', 'stopped'])
})

test('a second stop shortens what the first one would wait for a PostgreSQL that is down', async () => {
  const way = await cutOff(database.url)
  const started = gate()
  const go = gate()
  const job = defineJob({
    type: 'unsettled',
    body: z.object({}),
    run() {
      started.open()
      return go.passed
    },
  })
  const pawl = createPawl({ url: way.url, jobs: [job], worker: { abortGraceMs: 100 } })
  await pawl.start()
  await pawl.enqueue(job, {})
  await started.passed
  way.cut()
  go.open()
  // each of them would wait for an hour, were it not for the other
  const [first, second] = [pawl.stop({ graceMs: 3_600_000 }), pawl.stop({ graceMs: 3_600_000 })]
  await expect(first).rejects.toMatchObject({ code: 'stop-cut-off' })
  await expect(second).rejects.toMatchObject({ code: 'stop-cut-off' })
  await expect(pawl.enqueue(job, {})).rejects.toMatchObject({ code: 'stopped' })
})
