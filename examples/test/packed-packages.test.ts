import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findNpm, installEnvironment } from '../../tools/npm-install.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

type Manifest = {
  readonly name: string
  readonly exports: object
  readonly scripts?: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'))

async function npm(cwd: string, args: readonly string[]): Promise<void> {
  const { command, first } = findNpm(process.env.npm_execpath)
  await run(command, [...first, ...args, '--no-audit', '--no-fund'], { cwd, env: installEnvironment(process.env) })
}

const packages = await Promise.all(
  (await readdir(path.join(root, 'packages'))).map(async (name) => {
    const folder = `packages/${name}`
    return { folder, ...(await readManifest(folder)) }
  }),
)
let project: string

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'pawl-packed-'))
})
afterAll(() => rm(project, { recursive: true, force: true }))

/** Packs from a tree without a build, as a fresh clone is. The command line needs all others, so its `prepack` builds all. */
async function packAll(): Promise<string[]> {
  for (const { folder } of packages) await rm(path.join(root, folder, 'dist'), { recursive: true, force: true })
  const others = packages.filter(({ name }) => name !== '@pawl/cli').map(({ folder }) => `--workspace=${folder}`)
  await npm(root, ['pack', '--workspace=packages/cli', `--pack-destination=${project}`])
  await npm(root, ['pack', ...others, '--ignore-scripts', `--pack-destination=${project}`])
  return (await readdir(project)).filter((name) => name.endsWith('.tgz'))
}

async function writeProject(): Promise<void> {
  const write = (name: string, text: string) => writeFile(path.join(project, name), text)
  const specifiers = packages.flatMap(({ name, exports }) => Object.keys(exports).map((key) => name + key.slice(1)))
  await write('package.json', JSON.stringify({ type: 'module', private: true }))
  await write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: { target: 'es2023', module: 'nodenext', strict: true, skipLibCheck: false, types: ['node'] },
      files: ['everything.ts', 'first-job.ts'],
    }),
  )
  await write(
    'everything.ts',
    specifiers.map((specifier, i) => `export * as module${i} from '${specifier}'`).join('\n'),
  )
  await write('first-job.ts', await readFile(path.join(root, 'examples/first-job.ts'), 'utf8'))
  await write(
    'pawl.config.ts',
    `import { defineApp } from '@pawl/app'
import { defineConfig, type PawlConfig } from '@pawl/cli'
const config: PawlConfig = { apps: [defineApp({ name: 'letters', title: 'Letters', jobs: [] })] }
export default defineConfig(config)`,
  )
}

test('each package builds itself before it is packed', () => {
  for (const { name, scripts } of packages) {
    expect(scripts?.prepack).toBe(`node ../../tools/run.mjs ../../tools/build.ts ${name}`)
  }
})

test('the packed packages install outside of the repository, compile with their types checked, and run', async () => {
  const tarballs = await packAll()
  expect(tarballs).toHaveLength(packages.length)
  await writeProject()
  const { devDependencies } = await readManifest('.')
  const versions = {
    ...devDependencies,
    ...(await readManifest('packages/engine')).devDependencies,
    ...(await readManifest('packages/cli')).devDependencies,
  }
  const others = ['zod', 'tsx', '@types/node', '@opentelemetry/api'].map((name) => `${name}@${versions[name]}`)
  await npm(project, [
    'install',
    '--ignore-scripts',
    '--prefer-offline',
    ...tarballs.map((name) => `./${name}`),
    ...others,
  ])

  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const compiled = await run(process.execPath, [tsc, '-p', '.'], { cwd: project }).catch((error) => error)
  expect(compiled.stdout).toBe('')

  const env = { ...installEnvironment(process.env), DATABASE_URL: '', PAWL_DATA_DIR: path.join(project, '.pawl') }
  const example = await run(process.execPath, ['first-job.js'], { cwd: project, env })
  expect(example.stdout).toBe('Hello Ada, this is attempt 1\njob_1 succeeded\n')

  const doctor = path.join(project, 'node_modules/.bin/pawl')
  const found = await run(process.execPath, [doctor, 'doctor', '--json'], { cwd: project, env }).catch((error) => error)
  expect(found.stderr).toBe('')
  expect(JSON.parse(found.stdout)).toMatchObject({ config: path.join(project, 'pawl.config.ts') })
})
