/** What a ComicInfo.xml says. What it leaves out, leaves empty, or says in a way that nobody can read is not there. */
export type ComicInfo = {
  readonly title?: string
  readonly series?: string
  /** As it is written: '1', '0.5', '1.MU'. */
  readonly number?: string
  /** How many issues the series has. */
  readonly count?: number
  readonly volume?: number
  readonly alternateSeries?: string
  readonly alternateNumber?: string
  readonly alternateCount?: number
  readonly localizedSeries?: string
  readonly seriesSort?: string
  readonly summary?: string
  readonly notes?: string
  readonly year?: number
  readonly month?: number
  readonly day?: number
  readonly people: readonly ComicPerson[]
  readonly publisher?: string
  readonly imprint?: string
  readonly genres: readonly string[]
  readonly tags: readonly string[]
  readonly web: readonly string[]
  readonly pageCount?: number
  /** As it is written, for the most part an ISO code: 'en', 'pt-BR'. */
  readonly language?: string
  readonly format?: string
  readonly blackAndWhite?: boolean
  readonly manga?: Manga
  readonly characters: readonly string[]
  readonly teams: readonly string[]
  readonly locations: readonly string[]
  readonly scanInformation?: string
  readonly storyArcs: readonly StoryArc[]
  readonly seriesGroups: readonly string[]
  readonly ageRating?: string
  readonly pages: readonly ComicPage[]
  /** From 0 to 5. */
  readonly communityRating?: number
  readonly mainCharacterOrTeam?: string
  readonly review?: string
  readonly gtin?: string
  /** Of the issue, out of its web addresses and notes. */
  readonly comicVineId?: string
  readonly comicVineSeriesId?: string
  readonly metronId?: string
  readonly metronSeriesId?: string
}

export type Manga = 'no' | 'yes' | 'yes-and-right-to-left'

export type ComicPersonRole =
  | 'writer'
  | 'penciller'
  | 'inker'
  | 'colorist'
  | 'letterer'
  | 'cover-artist'
  | 'editor'
  | 'translator'

export type ComicPerson = { readonly role: ComicPersonRole; readonly name: string }

export type StoryArc = { readonly name: string; readonly number?: string }

export type ComicPage = {
  /** Which page of the archive, in its order, from 0. */
  readonly image: number
  /** 'FrontCover', 'Story', ...; anything that the format does not know is left out. */
  readonly type?: string
  readonly isDoublePage?: boolean
  readonly bookmark?: string
}
