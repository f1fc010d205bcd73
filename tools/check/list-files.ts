import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './finding.ts'

const NEVER_OURS = new Set(['.git', '.pawl', 'dist', 'node_modules'])

/** The text files that are, or would be, in the repository. */
export function listFiles(root: string): readonly SourceFile[] {
  return (listByGit(root) ?? listByWalking(root, ''))
    .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Undefined without git, or in a copy that has no history. */
function listByGit(root: string): string[] | undefined {
  // A checkout that belongs to another user is still the one we were asked to look at.
  const args = ['-c', `safe.directory=${root}`, 'ls-files', '-coz', '--exclude-standard']
  const git = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return git.status === 0 ? git.stdout.split('\0').filter(Boolean) : undefined
}

function listByWalking(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NEVER_OURS.has(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? listByWalking(root, path) : [path]
    })
}
