import { cpSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOrder, type Package } from './build-order.ts'
import { runQuietly } from './check/run-quietly.ts'
import { workspaceFolders } from './packages-state.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

function readPackage(folder: string): Package {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const { dependencies, optionalDependencies, peerDependencies } = manifest
  const all = { ...dependencies, ...optionalDependencies, ...peerDependencies }
  return { name: manifest.name, folder, dependencies: Object.keys(all) }
}

function build({ name, folder }: Package): void {
  const [source, target] = [join(root, folder, 'src'), join(root, folder, 'dist')]
  rmSync(target, { recursive: true, force: true })
  const { isOk, output } = runQuietly(root, 'typescript/bin/tsc', ['-p', join(folder, 'tsconfig.build.json')])
  if (!isOk) throw new Error(`${name} does not compile:\n${output}`)
  const isAsset = (path: string) => statSync(path).isDirectory() || !/\.(ts|tsx|mts)$/.test(path)
  cpSync(source, target, { recursive: true, filter: isAsset })
  console.log(`built ${name} into ${folder}/dist`)
}

/** The package with this name and those that it depends on; all of them without a name. */
function chosen(packages: readonly Package[], name: string | undefined): readonly Package[] {
  if (name === undefined) return packages
  const one = packages.find((each) => each.name === name)
  if (one === undefined) throw new Error(`There is no package ${name}; there are ${packages.map((each) => each.name)}`)
  const needed = packages.filter((each) => one.dependencies.includes(each.name))
  return [...new Set([...needed.flatMap((each) => chosen(packages, each.name)), one])]
}

const folders = workspaceFolders(root, ['packages/*'])
const buildable = folders.filter((folder) => existsSync(join(root, folder, 'tsconfig.build.json')))
try {
  for (const each of buildOrder(chosen(buildable.map(readPackage), process.argv[2]))) build(each)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
