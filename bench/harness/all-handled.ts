import type { ContenderProcess } from './contender-process.ts'

const stuckMs = 60_000

/** Resolves when the workers have handled so many jobs together. */
export function allHandled(workers: readonly ContenderProcess[], jobs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stuck = () => reject(new Error(`${workers[0]?.name}: no job was handled for ${stuckMs} ms`))
    let timer = setTimeout(stuck, stuckMs)
    const look = () => {
      clearTimeout(timer)
      if (workers.reduce((sum, worker) => sum + worker.handled, 0) >= jobs) resolve()
      else timer = setTimeout(stuck, stuckMs)
    }
    for (const worker of workers) worker.onProgress(look)
    // that may have been before anybody listened
    look()
  })
}
