import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { judge } from '../figures/judge.ts'
import { pawl } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'time of a CLI call'
const root = fileURLToPath(new URL('../../', import.meta.url))
const calls = 5

/** `npx pawl queues list` in this checkout, with the configuration of all applications, from its start to its end. */
export const row: Row = {
  name,
  async run(bench) {
    const database = await bench.database(pawl)
    const env = { ...process.env, DATABASE_URL: database.url }
    const call = () =>
      promisify(execFile)(process.execPath, ['packages/cli/bin/pawl.mjs', 'queues', 'list'], { cwd: root, env })
    // sources that have changed are compiled at the first call
    await call()
    const rounds = await interleave(bench, [pawl], async () => {
      const startedAt = performance.now()
      for (let i = 0; i < calls; i++) await call()
      return { ms: (performance.now() - startedAt) / calls }
    })
    await database.drop()
    return [
      judge({ name, unit: 'ms', ours: rounds('ms')(pawl), peers: [], target: { bound: 'at most', value: 1_000 } }),
    ]
  },
}
