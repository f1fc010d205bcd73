import type { Layout } from '../folder/layout.ts'
import { readIfThere } from '../folder/read-if-there.ts'
import { nobody } from './nobody.ts'
import { ownerOf } from './owner-of.ts'
import { type Account, serverAccount } from './server-account.ts'

export async function chooseAccount({ data, dataDir }: Layout): Promise<Account | undefined> {
  return serverAccount({
    uid: process.getuid?.(),
    dataOwner: await ownerOf(data),
    folderOwner: await ownerOf(dataDir),
    nobody: nobody((await readIfThere('/etc/passwd')) ?? ''),
  })
}
