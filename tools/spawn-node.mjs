import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { sourceOptions } from './source-options.mjs'

/**
 * Runs Node on our sources and resolves to the exit code that this process should end with. Signals wait for the child
 * to end by itself.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export function spawnNode(args) {
  const env = { ...process.env, NODE_OPTIONS: sourceOptions(process.env.NODE_OPTIONS) }
  const child = spawn(process.execPath, args, { stdio: 'inherit', env })
  // A terminal sends these to the child as well, and a second Ctrl-C means 'now'.
  const atTerminal = process.stdin.isTTY === true
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      if (!atTerminal) child.kill(signal)
    })
  }
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]))
  })
}
