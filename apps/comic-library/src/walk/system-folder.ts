import { isWithin } from './is-within.ts'

/** They hold passwords, devices and what processes show of themselves, and no comics. */
const systemFolders = ['/etc', '/proc', '/sys', '/dev']

/** The folder of the system that is in a folder, or that it is in. `root`: without symbolic links. */
export function systemFolderOf(root: string): string | undefined {
  return systemFolders.find((system) => isWithin(root, system) || isWithin(system, root))
}
