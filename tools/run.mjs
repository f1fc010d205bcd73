import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setUp } from './setup.mjs'
import { spawnNode } from './spawn-node.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

try {
  const args = process.argv.slice(2)
  if (args.length === 0) throw new Error('Say which file to run: node tools/run.mjs FILE ARGS...')
  await setUp(root)
  process.exit(await spawnNode(args))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
