import { chmod, copyFile, mkdir, readdir, readlink, stat, symlink } from 'node:fs/promises'
import path from 'node:path'

/**
 * Copies a folder so that every user may read it, whatever the modes of the original: a home folder under umask
 * 077 has files that only its owner can open. What is for compiling against PostgreSQL stays behind.
 */
export async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (entry.isDirectory()) await copyTree(source, target)
    else if (!entry.name.endsWith('.a')) await copyReadable(source, target)
  }
}

async function copyReadable(source: string, target: string): Promise<void> {
  await copyFile(source, target)
  const executable = ((await stat(source)).mode & 0o100) !== 0
  await chmod(target, executable ? 0o755 : 0o644)
}
