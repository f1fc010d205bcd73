import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPawl } from 'pawl'
import { comicLibrary } from '../../src/index.ts'

/** A worker process that scans, and kills itself with -9 in each phase in which no other has done so. */
export type MortalScannerArguments = {
  readonly url: string
  readonly cacheFolder: string
  /** Holds one file for each phase in which a worker was killed. */
  readonly killsFolder: string
}

const { url, cacheFolder, killsFolder } = JSON.parse(process.argv[2]!) as MortalScannerArguments
const { pipelines = [] } = comicLibrary({ cacheFolder, processes: 2 })
const pawl = createPawl({
  ...{ url, jobs: [], pipelines, migrate: false },
  worker: { heartbeatMs: 150, silenceMs: 1_500, pollMs: 50 },
})
pawl.on('phase.progress', ({ phase, done, total }) => {
  const [mark, isInside] = [join(killsFolder, phase), done > 0 && done !== total]
  if (!isInside || existsSync(mark)) return
  writeFileSync(mark, `${done}`, { flag: 'wx' })
  process.kill(process.pid, 'SIGKILL')
})
process.on('disconnect', () => process.exit(1))
await pawl.start()
