import { Worker } from 'node:worker_threads'

/**
 * Ends this process when its parent is gone. While something is unpacked nothing is heard of that, and a broken archive can take
 * for ever: so a thread looks after it.
 */
export function endWithParent() {
  process.on('disconnect', () => process.exit())
  new Worker(new URL('./parent-watch.js', import.meta.url), { argv: [String(process.ppid)] }).unref()
}
