import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ReaderOptions, ReadTally } from './reader-loops.ts'

/** Readers in a process of their own, as clients are: a busy client must not look like a slow server. */
export type Readers = { end(): Promise<ReadTally> }

export function startReaders(options: ReaderOptions): Readers {
  const script = fileURLToPath(new URL('reader-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['ignore', 2, 2, 'ipc'] })
  const told = once(child, 'message').then(([tally]) => tally as ReadTally)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the readers ended early, with ${code}`)
  })
  const tally = Promise.race([told, ended])
  // `end` reports it
  tally.catch(() => {})
  return {
    end() {
      if (child.connected) child.send('end')
      return tally
    },
  }
}
