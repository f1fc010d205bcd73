import { show } from '../../check-options.ts'
import { PawlError } from '../../errors.ts'
import type { Runner } from '../../postgres/runner.ts'
import { declareSources } from '../../postgres/sources.ts'
import type { SourceDefinition } from '../../source/source-definition.ts'
import { suggest } from '../../suggest.ts'

/** The sources that this process knows. One whose name ends in * stands for all that begin so: they are made on demand. */
export class SourceBook {
  readonly #runner: Runner
  readonly #exact = new Map<string, SourceDefinition>()
  /** The longest beginning first. */
  readonly #families: readonly SourceDefinition[]
  readonly #declared = new Set<string>()

  constructor(runner: Runner, definitions: readonly SourceDefinition[]) {
    this.#runner = runner
    for (const definition of definitions) {
      if (this.#exact.has(definition.name)) {
        throw new PawlError('duplicate-source', `two sources have the name '${definition.name}'; give one another name`)
      }
      this.#exact.set(definition.name, definition)
    }
    this.#families = definitions.filter(({ name }) => name.endsWith('*')).sort((a, b) => b.name.length - a.name.length)
    for (const { name } of this.#families) this.#exact.delete(name)
  }

  find(name: string): SourceDefinition | undefined {
    const exact = this.#exact.get(name)
    if (exact !== undefined) return exact
    const family = this.#families.find((each) => name.startsWith(each.name.slice(0, -1)))
    return family === undefined ? undefined : { ...family, name }
  }

  get(name: string): SourceDefinition {
    const found = this.find(name)
    if (found !== undefined) return found
    const known = [...this.#exact.keys(), ...this.#families.map((family) => family.name)]
    throw new PawlError(
      'unknown-source',
      `there is no source ${show(name)}${suggest(name, known)}. Pass what defineSource returned in \`sources\`.`,
    )
  }

  /** Refuses the name of a source that was not declared. A process that declares none cannot know. */
  check(name: string): void {
    if (this.#exact.size + this.#families.length > 0) this.get(name)
  }

  /** Those that are not made on demand. */
  get names(): readonly string[] {
    return [...this.#exact.keys()]
  }

  /** How much each may keep of its answers. */
  cacheLimits(): ReadonlyMap<string, number> {
    const cached = [...this.#declared].map((name) => [name, this.find(name)?.cache?.maxBytes] as const)
    return new Map(cached.flatMap(([name, maxBytes]) => (maxBytes === undefined ? [] : [[name, maxBytes] as const])))
  }

  /** Says in the database what the code wants of these, once in the life of a process. Those nobody defined have no gate. */
  async declare(names: Iterable<string>): Promise<void> {
    const definitions = [...new Set(names)]
      .filter((name) => !this.#declared.has(name))
      .flatMap((name) => this.find(name) ?? [])
    if (definitions.length === 0) return
    await declareSources(this.#runner, definitions)
    for (const { name } of definitions) this.#declared.add(name)
  }
}
