import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import type { Finding, SourceFile } from './finding.ts'
import { parseImports } from './parse-imports.ts'

type Manifest = { readonly name?: string } & Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

/**
 * Packages that a file imports and its package.json does not name. They resolve here, out of the common node_modules,
 * and fail at the user's. What is not published may also use the root's devDependencies and every workspace.
 */
export function findUndeclaredImports(files: readonly SourceFile[], manifests: readonly SourceFile[]): Finding[] {
  const byFolder = new Map(manifests.map(({ path, text }) => [posix.dirname(path), JSON.parse(text) as Manifest]))
  const shared = new Set(Object.keys(byFolder.get('.')?.devDependencies ?? {}))
  for (const { name } of byFolder.values()) if (name !== undefined) shared.add(name)

  return files.flatMap(({ path, text }) => {
    const manifest = nearestManifest(path, byFolder)
    const isPublished = /^packages\/[^/]+\/src\//.test(path)
    return parseImports(text)
      .map(({ specifier, line }) => ({ name: packageName(specifier), line }))
      .filter(({ name }) => name !== undefined && !declares(manifest, name, isPublished))
      .filter(({ name }) => name !== undefined && (isPublished || !shared.has(name)))
      .map(({ name, line }) => ({ file: path, line, message: `imports ${name}, which its package.json does not name` }))
  })
}

export function packageName(specifier: string): string | undefined {
  if (/^[./#]/.test(specifier) || isBuiltin(specifier) || /^(node|data|file):/.test(specifier)) return undefined
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function nearestManifest(path: string, byFolder: ReadonlyMap<string, Manifest>): Manifest {
  let folder = posix.dirname(path)
  while (folder !== '.' && !byFolder.has(folder)) folder = posix.dirname(folder)
  return byFolder.get(folder) ?? {}
}

function declares(manifest: Manifest, name: string, isPublished: boolean): boolean {
  const fields = ['dependencies', 'optionalDependencies', 'peerDependencies']
  if (!isPublished) fields.push('devDependencies')
  return fields.some((field) => manifest[field]?.[name] !== undefined)
}
