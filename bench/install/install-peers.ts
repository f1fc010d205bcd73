import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmInstall } from '../../tools/npm-install.mjs'
import { folders } from './folders.ts'

/** Installs the peers at the versions of their lock file, unless they are there already. */
export async function installPeers(log: (line: string) => void): Promise<void> {
  const stamp = path.join(folders.peers, 'node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(folders.peers, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  log('installing the peers …')
  await npmInstall(folders.peers)
  writeFileSync(stamp, wanted)
}
