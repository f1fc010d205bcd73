import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { runQuietly } from '../../tools/check/run-quietly.ts'
import { folders } from './folders.ts'

/**
 * Compiles Pawl and the contenders' programs to plain JavaScript among the installed peers, so that all run alike: as an
 * installed package, without a loader that would show in memory and time. Pawl goes to a place of its own rather than its
 * `dist`, which somebody else may be building.
 */
export function buildContenders(): void {
  const pawl = path.join(folders.peers, 'node_modules', 'pawl')
  const engine = path.join(folders.root, 'packages', 'engine')
  rmSync(pawl, { recursive: true, force: true })
  mkdirSync(pawl, { recursive: true })
  cpSync(path.join(engine, 'package.json'), path.join(pawl, 'package.json'))
  compile(path.join(engine, 'tsconfig.build.json'), '--outDir', path.join(pawl, 'dist'), '--noCheck')
  const isAsset = (file: string) => statSync(file).isDirectory() || !file.endsWith('.ts')
  cpSync(path.join(engine, 'src'), path.join(pawl, 'dist'), { recursive: true, filter: isAsset })
  compile(path.join(path.dirname(folders.peers), 'tsconfig.build.json'))
}

function compile(project: string, ...options: string[]): void {
  const { isOk, output } = runQuietly(folders.root, 'typescript/bin/tsc', ['-p', project, ...options])
  if (!isOk) throw new Error(`${project} does not compile:\n${output}`)
}
