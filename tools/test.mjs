import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setUp } from './setup.mjs'
import { spawnNode } from './spawn-node.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

try {
  await setUp(root)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  // The native loader, because the default one writes into node_modules, which may belong to another user.
  const args = ['run', '--root', root, '--configLoader', 'native']
  process.exit(await spawnNode([vitest, ...args, ...process.argv.slice(2)]))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
