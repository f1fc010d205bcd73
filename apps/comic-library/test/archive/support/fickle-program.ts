import { existsSync, writeFileSync } from 'node:fs'
import { endWithParent } from '../../../src/archive/child/end-with-parent.ts'

// Stands in for the program that reads archives, and does what the path says.

const deeds: Readonly<Record<string, (path: string) => void>> = {
  answers: () => {},
  dies: () => process.kill(process.pid, 'SIGKILL'),
  hangs: () => {
    for (;;);
  },
  'dies-once': (path) => {
    if (existsSync(path)) return
    writeFileSync(path, '')
    process.kill(process.pid, 'SIGKILL')
  },
}

process.on('message', ({ path }: { readonly path: string }) => {
  const deed = path.split('/').at(-1) ?? ''
  deeds[deed]?.(path)
  process.send?.({ kind: 'done', value: { path, pid: process.pid }, isSpent: deed === 'spent' })
})
endWithParent()
process.send?.({ kind: 'ready' })
