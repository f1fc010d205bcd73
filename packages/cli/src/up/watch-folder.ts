import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

const notOurs = /^(node_modules|dist|\..*)$/
const source = /\.([cm]?[jt]sx?|json|sql)$/
/** An editor writes a file in several steps, and a branch changes many at once. */
const settleMs = 150

export type FolderWatch = { close(): void }

/**
 * Calls `onChange` with a file that has changed, once for all that change together. Each folder is watched on its own: a
 * recursive watch would watch node_modules too, which costs seconds and more handles than some systems have.
 */
export function watchFolder(root: string, onChange: (file: string) => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  const onEvent = (file: string) => {
    if (isFolder(file)) watchTree(file)
    if (!source.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => onChange(path.relative(root, file)), settleMs)
  }
  const watchTree = (folder: string) => {
    if (watchers.has(folder)) return
    const watcher = watch(folder, (_, name) => {
      if (name !== null && !notOurs.test(name)) onEvent(path.join(folder, name))
    })
    const forget = () => {
      watcher.close()
      watchers.delete(folder)
    }
    watchers.set(folder, watcher.on('error', forget))
    for (const name of readdirSync(folder)) {
      if (!notOurs.test(name) && isFolder(path.join(folder, name))) watchTree(path.join(folder, name))
    }
  }
  watchTree(root)
  return {
    close() {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

/** What is gone already is none. */
function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}
