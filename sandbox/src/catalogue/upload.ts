export const chapterServices = ['mangadex', 'mangapark', 'mangaupdates', 'feeds'] as const

/** Where series are published. */
export type ChapterService = (typeof chapterServices)[number]

export type ContentRating = 'safe' | 'suggestive' | 'erotica' | 'pornographic'

/** A series, and what it is called at each service that has it. */
export type Series = {
  readonly title: string
  readonly contentRating: ContentRating
  readonly language: string
  readonly group: string
  readonly ids: Readonly<Partial<Record<ChapterService, string>>>
  /** The addresses that a person would paste. */
  readonly urls: Readonly<Partial<Record<ChapterService, string>>>
}

/** One upload of a chapter at one service. Instants are ms since 1970, whole seconds as the services have them. */
export type Upload = {
  readonly id: string
  readonly service: ChapterService
  readonly series: Series
  /** As the service writes it, null for a one-shot. */
  readonly number: string | null
  readonly volume: string | null
  readonly title: string | null
  readonly language: string
  readonly groups: readonly string[]
  /** Where it is read when the service has no pages of it. */
  readonly externalUrl: string | null
  readonly pages: number
  readonly isUnavailable: boolean
  readonly publishAt: number
  readonly readableAt: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly version: number
}

/** What may be said of an upload when it is published or edited. */
export type UploadDetails = Partial<
  Pick<
    Upload,
    | 'number'
    | 'volume'
    | 'title'
    | 'language'
    | 'groups'
    | 'externalUrl'
    | 'pages'
    | 'isUnavailable'
    | 'publishAt'
    | 'readableAt'
    | 'createdAt'
  >
>
