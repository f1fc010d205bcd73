#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = new URL('../src/pawl.ts', import.meta.url)
// What is published has no sources. A checkout has, and runs them, as all its commands do: a dist may be left from last week.
if (existsSync(source)) {
  const root = new URL('../../../', import.meta.url)
  const { setUp } = await import(new URL('tools/setup.mjs', root).href)
  const { spawnNode } = await import(new URL('tools/spawn-node.mjs', root).href)
  await setUp(fileURLToPath(root))
  process.exit(await spawnNode([fileURLToPath(source), ...process.argv.slice(2)]))
} else {
  await import('../dist/pawl.js')
}
