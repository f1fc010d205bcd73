import os from 'node:os'
import path from 'node:path'

/** Where copies of the binaries are kept: for the machine when root makes them, else for the user. */
export function cacheDir(platform: string, isRoot: boolean, env: NodeJS.ProcessEnv): string {
  if (platform === 'darwin') return path.join(isRoot ? '/Library/Caches' : `${os.homedir()}/Library/Caches`, 'pawl')
  return path.join(isRoot ? '/var/cache' : env.XDG_CACHE_HOME || `${os.homedir()}/.cache`, 'pawl')
}
