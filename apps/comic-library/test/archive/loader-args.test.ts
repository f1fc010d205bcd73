import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateLibrary } from '@pawl/sandbox'
import { describe, expect, test } from 'vitest'
import { runQuietly } from '../../../../tools/check/run-quietly.ts'
import { defaultArchiveLimits as limits } from '../../src/archive/archive-limits.ts'
import { loaderArgs } from '../../src/archive/loader-args.ts'
import { ReaderPool } from '../../src/archive/reader-pool.ts'
import { scratchFolder } from './support/scratch-folder.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const { folder } = scratchFolder()

describe('a process that reads archives', () => {
  test('gets the options that load TypeScript, each once, and no others', () => {
    const execArgv = ['--inspect', '--import', 'file:///loader.mjs', '--max-old-space-size=100', '-C', 'source']
    const nodeOptions = '--conditions=source --import file:///loader.mjs --enable-source-maps'
    expect(loaderArgs('/app/main.ts', execArgv, nodeOptions)).toEqual([
      '--conditions=source',
      ...['--import', 'file:///loader.mjs'],
      ...['-C', 'source'],
    ])
  })

  test('gets none of them for a program that is JavaScript', () => {
    expect(loaderArgs('/app/main.js', ['--import', 'file:///loader.mjs'], '-r ./hook.cjs')).toEqual([])
  })

  test('runs on Node alone once it is built', async () => {
    const program = buildReader()
    const comics = join(folder, 'comics')
    const { faulty } = await generateLibrary(comics, { series: 1, files: 0, faults: ['wrong-extension'] })
    const pool = new ReaderPool({ ...{ processes: 1, timeoutMs: 60_000, idleMs: 60_000 }, limits, program })
    try {
      const facts = await pool.run({ kind: 'inspect', path: join(comics, faulty[0]!.path) })
      expect(facts).toMatchObject({ format: 'zip', comicInfo: { series: faulty[0]!.series } })
    } finally {
      await pool.close()
    }
  })
})

/** Compiles the program as packages are built. What it needs is found beside it, as in an installation. */
function buildReader(): string {
  const [source, target] = [join(folder, 'src'), join(folder, 'dist')]
  mkdirSync(source)
  cpSync(join(root, 'apps/comic-library/src'), source, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = { rootDir: 'src', outDir: 'dist', noCheck: true }
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files: ['src/archive/child/main.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const built = runQuietly(root, 'typescript/bin/tsc', ['-p', folder])
  if (!built.isOk) throw new Error(built.output)
  return join(target, 'archive/child/main.js')
}
