import type { Catalogue } from './catalogue.ts'
import { seededRandom } from './seeded-random.ts'
import { chapterServices, type Series, type Upload, type UploadDetails } from './upload.ts'

/** What happens at the services, and how often of a hundred times. */
const events = {
  chapter: 66,
  jointRelease: 6,
  otherLanguage: 6,
  part: 4,
  oneShot: 3,
  external: 4,
  future: 3,
  edit: 4,
  reupload: 3,
  removal: 1,
} as const
export type PublisherEvent = keyof typeof events

/** Lets things happen at the services, the same ones in the same order for the same seed. */
export class Publisher {
  readonly #catalogue: Catalogue
  readonly #random: () => number
  readonly #latest = new Map<Series, number>()
  #timer: NodeJS.Timeout | undefined
  /** The newest uploads: those that are edited, uploaded again or removed. */
  #recent: Upload[] = []
  #onStep: (at: number) => void = () => {}
  /** How often each thing happened. */
  readonly happened: Partial<Record<PublisherEvent, number>> = {}

  constructor(catalogue: Catalogue, seed: number) {
    this.#catalogue = catalogue
    this.#random = seededRandom(seed)
  }

  start(everyMs: number): void {
    this.stop()
    this.#timer = setInterval(() => this.step(), everyMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Calls `record` before each step, with the time of the services. */
  onStep(record: (at: number) => void): void {
    this.#onStep = record
  }

  /** Lets one thing happen, and says which. */
  step(): PublisherEvent {
    this.#onStep(this.#catalogue.now())
    const event = this.#choose()
    this.happened[event] = (this.happened[event] ?? 0) + 1
    const series = this.#pick(this.#catalogue.series)
    if (series !== undefined) this.#do(event, series)
    return event
  }

  #do(event: PublisherEvent, series: Series): void {
    if (event === 'edit' || event === 'reupload' || event === 'removal') this.#change(event)
    else this.#publish(series, this.#detailsOf(event, series))
  }

  #detailsOf(event: Exclude<PublisherEvent, 'edit' | 'reupload' | 'removal'>, series: Series): UploadDetails {
    switch (event) {
      case 'chapter':
        return {}
      case 'jointRelease':
        return { groups: [series.group, 'Night Shift', 'Paper Boats'] }
      case 'otherLanguage':
        return { number: String(this.#latestOf(series)), language: 'pt-br', groups: ['Barco'] }
      case 'part':
        return { number: `${this.#latestOf(series)}.5` }
      case 'oneShot':
        return { number: null, title: 'Oneshot' }
      case 'external':
        return { externalUrl: 'https://reader.example/chapter/1', groups: [] }
      case 'future':
        return { publishAt: this.#catalogue.now() + 60_000 }
    }
  }

  #publish(series: Series, details: UploadDetails): void {
    const number = details.number === undefined ? String(this.#next(series)) : details.number
    const uploads = this.#catalogue.publish(series, { ...details, number })
    this.#recent = [...uploads, ...this.#recent].slice(0, 50)
  }

  #change(event: 'edit' | 'reupload' | 'removal'): void {
    const upload = this.#pick(this.#recent.filter(({ id }) => this.#catalogue.upload(id) !== undefined))
    if (upload === undefined) return
    if (event === 'edit') this.#catalogue.edit(upload, { title: 'A better title' })
    if (event === 'reupload') this.#recent.unshift(this.#catalogue.reupload(upload))
    if (event === 'removal') this.#catalogue.remove(upload)
  }

  #next(series: Series): number {
    const next = this.#latestOf(series) + 1
    this.#latest.set(series, next)
    return next
  }

  #latestOf(series: Series): number {
    const known = this.#latest.get(series)
    if (known !== undefined) return known
    const service = chapterServices.find((name) => series.ids[name] !== undefined)
    const uploads = service === undefined ? [] : this.#catalogue.shelf(service, series.ids[service]!)!.uploads.values()
    let latest = 0
    for (const { number } of uploads) latest = Math.max(latest, Math.floor(Number(number ?? 0)))
    this.#latest.set(series, latest)
    return latest
  }

  #choose(): PublisherEvent {
    let left = this.#random() * 100
    for (const [event, share] of Object.entries(events)) {
      left -= share
      if (left < 0) return event as PublisherEvent
    }
    return 'chapter'
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)]
  }
}
