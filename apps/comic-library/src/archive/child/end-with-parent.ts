import { Worker } from 'node:worker_threads'

/** JavaScript in a text: three lines that a thread runs in each reader, too few to load TypeScript for. */
const watchParent = `
  const parent = Number(process.argv[2])
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1_000)
`

/**
 * Ends this process when its parent is gone. While something is unpacked no event arrives, and a broken archive can take for ever:
 * so a thread watches the parent.
 */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit())
  new Worker(watchParent, { eval: true, argv: [String(process.ppid)], execArgv: [] }).unref()
}
