/** Sources with series of their own. */
const mostNamed = 100

export const otherSources = 'other'

type Busy = { readonly name: string; readonly requests: number; readonly hits: number; readonly deferrals: number }

/**
 * Which sources have series of their own in `/metrics`: the busiest hundred. Programs can make a source of each host that a person
 * names, and series cost memory in Prometheus for as long as it keeps them; all others are one source, `other`. A source that is
 * named stays so until the server starts anew: a counter that moved to another series would look like a reset.
 */
export class NamedSources {
  readonly #named = new Set<string>()

  /** Takes in what there is: free places go to the busiest. */
  learn(sources: readonly Busy[]): void {
    if (this.#named.size >= mostNamed) return
    const load = ({ requests, hits, deferrals }: Busy) => requests + hits + deferrals
    const more = sources.filter(({ name }) => !this.#named.has(name)).sort((a, b) => load(b) - load(a))
    for (const { name } of more.slice(0, mostNamed - this.#named.size)) this.#named.add(name)
  }

  label(source: string): string {
    return this.#named.has(source) ? source : otherSources
  }
}
