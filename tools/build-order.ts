export type Package = {
  readonly name: string
  readonly folder: string
  /** Every package it names, ours and others'. */
  readonly dependencies: readonly string[]
}

/** Packages with each one after those of ours that it depends on. */
export function buildOrder(packages: readonly Package[]): readonly Package[] {
  const ordered: Package[] = []
  let waiting = [...packages]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ dependencies }) => !dependencies.some((name) => names.has(name)))
    if (ready.length === 0) throw new Error(`These packages depend on each other: ${[...names].join(', ')}`)
    ordered.push(...ready)
    waiting = waiting.filter((candidate) => !ready.includes(candidate))
  }
  return ordered
}
