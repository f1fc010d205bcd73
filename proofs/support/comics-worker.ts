import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createPawl, type PhasesDefinition } from 'pawl'
import type { FromWorker } from './worker-process.ts'

/** A worker process of a proof: it scans libraries, and tells where it is. */
export type ComicsWorkerArguments = {
  readonly url: string
  readonly name: string
  readonly silenceMs: number
  readonly cacheFolder: string
  /** How many files it works on at once. */
  readonly parallel: number
  /** The disk lists folders from behind. */
  readonly backwards: boolean
}

const given = JSON.parse(process.argv[2]!) as ComicsWorkerArguments
const { url, name, silenceMs, cacheFolder, parallel } = given
const tell = (message: FromWorker) => process.send?.(message)

if (given.backwards) {
  const { readdir } = fs.promises
  fs.promises.readdir = (async (...args: Parameters<typeof readdir>) =>
    (await readdir(...args)).reverse()) as unknown as typeof readdir
  syncBuiltinESMExports()
}
// after that, so that it gets the disk as it is here
const { comicLibrary } = await import('@pawl/comic-library')
const { pipelines = [] } = comicLibrary({
  cacheFolder,
  parallel: { hash: parallel, metadata: parallel, covers: parallel },
  processes: 2,
})
const pawl = createPawl({
  url,
  jobs: [],
  pipelines: pipelines as PhasesDefinition[],
  worker: { name, heartbeatMs: 150, silenceMs, pollMs: 100 },
  migrate: false,
})
const inside = ({ phase }: { readonly phase: string }) =>
  tell({ kind: 'inside', place: phase, heapMb: Math.round(process.memoryUsage().heapUsed / 1024 / 1024) })
pawl.on('worker.start', () => tell({ kind: 'ready' }))
pawl.on('job.reclaim', () => tell({ kind: 'reclaim' }))
pawl.on('phase.start', inside)
pawl.on('phase.progress', inside)

process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))
await pawl.start()
