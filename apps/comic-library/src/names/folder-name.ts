/** What the name of a folder says: 'Batman (2016)'. What it does not say is null. */
export type FolderName = {
  readonly series: string
  readonly volume: string | null
  readonly year: number | null
}
