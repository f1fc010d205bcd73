import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { blastRadius } from './blast-radius.ts'
import { chaptersProof } from './chapters.ts'
import { circuit } from './circuit.ts'
import { coinPricesProof } from './coin-prices.ts'
import { comicLibraryProof } from './comic-library.ts'
import { exactlyOnce } from './exactly-once.ts'
import { keysProof } from './keys.ts'
import { noConnections } from './no-connections.ts'
import { noFence } from './no-fence.ts'
import { phases } from './phases.ts'
import { politeness } from './politeness.ts'
import type { Proof } from './proof.ts'
import { readers } from './readers.ts'
import { schedules } from './schedules.ts'
import { siteReportsProof } from './site-reports.ts'
import { stages } from './stages.ts'
import { nearestName } from './support/nearest-name.ts'

const proofs: readonly Proof[] = [
  exactlyOnce,
  noFence,
  noConnections,
  blastRadius,
  keysProof,
  schedules,
  readers,
  politeness,
  circuit,
  stages,
  phases,
  chaptersProof,
  siteReportsProof,
  comicLibraryProof,
  coinPricesProof,
]

/** Everybody is told that a proof ends within five minutes; cleaning up takes some seconds of them. */
const limitMs = 285_000

const usage = 'npm run prove -- NAME [--json FILE]'

/** Runs the proof that the arguments name and resolves to the exit code. */
async function prove(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'string' } },
    allowPositionals: true,
  })
  const [name, ...more] = positionals
  if (more.length > 0) throw new Error(`one proof at a time; got ${positionals.join(' ')}. Usage: ${usage}`)
  if (name === undefined) {
    for (const proof of proofs) console.log(`${proof.name.padEnd(14)}${proof.sentence}`)
    console.log(`\n${usage}`)
    return 0
  }
  const { counts, broken } = await find(name).run(logger(), signal)
  for (const reason of broken) console.log(`BROKEN  ${reason}`)
  const line = JSON.stringify(counts)
  if (values.json !== undefined) writeFileSync(values.json, `${line}\n`)
  console.log(line)
  return broken.length === 0 ? 0 : 1
}

function find(name: string): Proof {
  const proof = proofs.find((candidate) => candidate.name === name)
  if (proof !== undefined) return proof
  const names = proofs.map((candidate) => candidate.name)
  throw new Error(
    `there is no proof '${name}'; did you mean '${nearestName(name, names)}'? \`npm run prove\` lists them all.`,
  )
}

function logger(): (line: string) => void {
  const startedAt = performance.now()
  return (line) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    process.exitCode = 128 + constants.signals[signal]
    stopping.abort(new Error(`stopped by ${signal}`))
  })
}
setTimeout(() => stopping.abort(new Error('the proof did not end within 5 minutes')), limitMs).unref()
// the proof must still end what it started
process.on('uncaughtException', (error) => stopping.abort(error))

try {
  process.exit(await prove(process.argv.slice(2), stopping.signal))
} catch (error) {
  const reason = stopping.signal.aborted ? stopping.signal.reason : error
  console.error(reason instanceof Error ? reason.message : reason)
  process.exit(process.exitCode ?? 1)
}
