/** What the name of a comic's file says. What it does not say is null. */
export type FileName = {
  /** As it is written, for people; `seriesKey` makes it comparable. */
  readonly series: string | null
  /** '1', '0.5', '½', '1.MU'; the first of a range. Without zeros in front. */
  readonly number: string | null
  /** The last of a range of numbers. */
  readonly lastNumber: string | null
  /** How many there are: '#1 (of 6)'. */
  readonly count: string | null
  /** '1', '2016'; the first of a range. */
  readonly volume: string | null
  readonly lastVolume: string | null
  readonly year: number | null
  readonly title: string | null
  /** An annual, a one-shot, a special: it stands beside the numbered ones. */
  readonly isSpecial: boolean
  /** What is left of it: who made the file, how it was made. */
  readonly remainder: string | null
}
