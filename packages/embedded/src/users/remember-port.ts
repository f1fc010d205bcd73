import type { Account } from '../account/server-account.ts'
import type { Layout } from '../folder/layout.ts'
import { readIfThere } from '../folder/read-if-there.ts'
import { writeWhole } from '../folder/write-whole.ts'

/** Notes the port of a live server for its next start. */
export async function rememberPort({ port: file }: Layout, port: number, owner: Account | undefined): Promise<void> {
  if (Number(await readIfThere(file)) !== port) await writeWhole(file, `${port}\n`, owner)
}
