import { writeFileSync } from 'node:fs'
import { constants, cpus } from 'node:os'
import type { Result } from './figures/result.ts'
import type { Bench } from './harness/bench.ts'
import { openBench } from './harness/open-bench.ts'
import { folders } from './install/folders.ts'
import { loadRows } from './load-rows.ts'
import { parseOptions, usage } from './options.ts'
import { picture } from './report/picture.ts'
import { table } from './report/table.ts'
import type { Row } from './row.ts'

const quickNote =
  'One round of little work: this shows that it runs. What is met and what is missed is told by a full run.'

type Outcome = { readonly results: readonly Result[]; readonly failed: readonly string[] }

/** Runs the rows that the arguments ask for and resolves to the exit code. A missed target is a result, not a failure. */
async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args)
  const rows = await loadRows(folders.rows, options.only)
  const { bench, close } = await openBench({ ...options, log: logger() })
  closing = close
  try {
    bench.log(`PostgreSQL ${await bench.postgres.version()}, Node ${process.versions.node}, ${cpus().length} CPUs`)
    const { results, failed } = await runRows(bench, rows)
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`)
    if (options.svg !== undefined) writeFileSync(options.svg, picture(results))
    console.log(table(results, { judged: !options.quick }))
    if (options.quick) console.log(quickNote)
    for (const name of failed) console.log(`FAILED  ${name}`)
    return failed.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

/** A row that fails is told and costs the others nothing. */
async function runRows(bench: Bench, rows: readonly Row[]): Promise<Outcome> {
  const results: Result[] = []
  const failed: string[] = []
  for (const row of rows) {
    bench.log(row.name)
    try {
      results.push(...(await row.run(bench)))
    } catch (error) {
      bench.log(`  failed: ${error instanceof Error ? error.stack : error}`)
      failed.push(row.name)
    }
  }
  return { results, failed }
}

/** On stderr, because a program may read the table. */
function logger(): (line: string) => void {
  const startedAt = performance.now()
  return (line) =>
    process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}\n`)
}

let closing: () => Promise<void> = async () => {}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void closing().finally(() => process.exit(128 + constants.signals[signal])))
}
// the servers would go on without us
process.on('uncaughtException', (error) => {
  console.error(error)
  void closing().finally(() => process.exit(1))
})

try {
  process.exit(await run(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(usage)
  process.exit(1)
}
