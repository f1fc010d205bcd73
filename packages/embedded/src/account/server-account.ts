/** A user of the machine that PostgreSQL runs as. */
export type Account = { readonly uid: number; readonly gid: number }

/**
 * The account to run the server as, or undefined for the one this process has. PostgreSQL refuses to run as root,
 * so root runs it as whoever owns the data already, else as whoever owns the folder, else as nobody.
 */
export function serverAccount(facts: {
  readonly uid: number | undefined
  readonly dataOwner: Account | undefined
  readonly folderOwner: Account | undefined
  readonly nobody: Account
}): Account | undefined {
  if (facts.uid !== 0) return undefined
  return [facts.dataOwner, facts.folderOwner].find((owner) => owner && owner.uid !== 0) ?? facts.nobody
}
