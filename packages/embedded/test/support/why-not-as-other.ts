import { isReachable } from '../../src/account/is-reachable.ts'
import { accountNamed } from './account-named.ts'
import { userFixture } from './user-process.ts'

/** Why a test cannot start a process of another account, or undefined when it can. */
export async function whyNotAsOther(name: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root can start processes of other accounts'
  const account = accountNamed(name)
  if (!account) return `this machine has no account '${name}'`
  for (const file of [process.execPath, userFixture]) {
    if (!(await isReachable(file, account, 0o4))) return `account '${name}' cannot read ${file}`
  }
  return undefined
}
