import { newSeries, type SeriesOptions } from './new-series.ts'
import { type ChapterService, chapterServices, type Series, type Upload, type UploadDetails } from './upload.ts'
import { uuidOf } from './uuid-of.ts'

type Shelf = { readonly series: Series; readonly uploads: Map<string, Upload>; changedAt: number; changes: number }

export type CatalogueOptions = {
  /** Where feeds are, for their addresses. */
  readonly feedsUrl: string
  readonly seed: number
}

/** All series and uploads of all stand-ins, and a clock that can be set forward. */
export class Catalogue {
  readonly #shelves = new Map<ChapterService, Map<string, Shelf>>(chapterServices.map((name) => [name, new Map()]))
  readonly #byId = new Map<string, Upload>()
  readonly #options: CatalogueOptions
  readonly series: Series[] = []
  /** What is no longer there, in the order of its removal. */
  readonly removed: Upload[] = []
  #aheadMs = 0
  #standsAt: number | undefined
  #count = 0

  constructor(options: CatalogueOptions) {
    this.#options = options
  }

  now(): number {
    return this.#standsAt ?? Date.now() + this.#aheadMs
  }

  /** Sets the clock of the services forward: what was to be published by then is. */
  advance(ms: number): void {
    this.#aheadMs += ms
  }

  /** Runs `act` with the clock of the services at an instant of the past: to do again what an earlier run did. */
  at(instant: number, act: () => void): void {
    this.#standsAt = instant
    try {
      act()
    } finally {
      this.#standsAt = undefined
    }
  }

  /** A new series with so many chapters, one a day until yesterday. */
  addSeries(options: SeriesOptions): Series {
    const series = newSeries(options, this.series.length, this.#options)
    this.series.push(series)
    for (const service of chapterServices) {
      const id = series.ids[service]
      if (id === undefined) continue
      this.#shelves.get(service)!.set(id, { series, uploads: new Map(), changedAt: this.now(), changes: 0 })
    }
    const { chapters = 0 } = options
    for (let n = 1; n <= chapters; n++) {
      const createdAt = this.now() - (chapters + 1 - n) * 86_400_000
      this.publish(series, { number: String(n), createdAt })
    }
    return series
  }

  /** Publishes a chapter at all services of the series, or at some of them. */
  publish(
    series: Series,
    details: UploadDetails = {},
    services: readonly ChapterService[] = chapterServices,
  ): Upload[] {
    return services
      .filter((service) => series.ids[service] !== undefined)
      .map((service) => this.#put(this.#newUpload(series, service, details)))
  }

  /** Changes an upload in place, as an edit of its uploader does. */
  edit(upload: Upload, changes: UploadDetails): Upload {
    const current = this.#current(upload)
    return this.#put({ ...current, ...changes, version: current.version + 1, updatedAt: this.#second(this.now()) })
  }

  /** The same chapter under a new id; the old upload goes. */
  reupload(upload: Upload): Upload {
    const { number, volume, title, language, groups, externalUrl, pages } = this.#current(upload)
    this.remove(upload)
    const details = { number, volume, title, language, groups, externalUrl, pages }
    return this.#put(this.#newUpload(upload.series, upload.service, details))
  }

  remove(upload: Upload): void {
    const current = this.#current(upload)
    const shelf = this.shelf(upload.service, upload.series.ids[upload.service]!)!
    shelf.uploads.delete(upload.id)
    this.#byId.delete(upload.id)
    this.#touch(shelf)
    this.removed.push(current)
  }

  shelf(service: ChapterService, id: string): Shelf | undefined {
    return this.#shelves.get(service)!.get(id)
  }

  upload(id: string): Upload | undefined {
    return this.#byId.get(id)
  }

  /** All that is there, also what is to be published later. */
  *uploads(service?: ChapterService): Generator<Upload> {
    for (const upload of this.#byId.values()) if (service === undefined || upload.service === service) yield upload
  }

  #newUpload(series: Series, service: ChapterService, details: UploadDetails): Upload {
    const id = uuidOf(`${this.#options.seed} upload ${++this.#count}`)
    const createdAt = this.#second(details.createdAt ?? this.now())
    const publishAt = this.#second(details.publishAt ?? createdAt)
    const { externalUrl = null } = details
    return {
      // MangaPark counts its uploads
      id: service === 'mangapark' ? String(9_000_000 + this.#count) : id,
      service,
      series,
      number: details.number ?? null,
      volume: details.volume ?? null,
      title: details.title ?? null,
      language: details.language ?? series.language,
      groups: details.groups ?? [series.group],
      externalUrl,
      pages: details.pages ?? (externalUrl === null ? 18 : 0),
      isUnavailable: details.isUnavailable ?? false,
      publishAt,
      readableAt: this.#second(details.readableAt ?? publishAt),
      createdAt,
      updatedAt: createdAt,
      version: 1,
    }
  }

  #put(upload: Upload): Upload {
    const shelf = this.shelf(upload.service, upload.series.ids[upload.service]!)!
    shelf.uploads.set(upload.id, upload)
    this.#byId.set(upload.id, upload)
    this.#touch(shelf)
    return upload
  }

  #touch(shelf: Shelf): void {
    shelf.changedAt = this.now()
    shelf.changes++
  }

  #current({ id, service }: Upload): Upload {
    const current = this.#byId.get(id)
    if (current === undefined) throw new Error(`the sandbox has no upload ${id} at ${service}: was it removed before?`)
    return current
  }

  #second(ms: number): number {
    return Math.floor(ms / 1000) * 1000
  }
}
