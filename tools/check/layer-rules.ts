export type LayerRule = {
  /** Matched against `importing file -> imported`: a path from the root, or the name of a package. */
  readonly forbids: RegExp
  readonly reason: string
}

export const layerRules: readonly LayerRule[] = [
  {
    forbids: /^packages\/engine\/src\/(job|source|schedule|pipeline)\/.* -> (pg|node:.*)$/,
    reason: 'the core decides and does no I/O: hand it what it needs as an argument',
  },
  {
    forbids:
      /^packages\/engine\/src\/(job|source|schedule|pipeline)\/.* -> packages\/engine\/src\/(?!(job|source|schedule|pipeline)\/)([^/]+\/|index\.ts)/,
    reason: 'the core knows nothing of what runs it, else no decision can be tested alone',
  },
  {
    forbids: /^packages\/engine\/src\/postgres\/.* -> packages\/engine\/src\/(runtime\/|index\.ts)/,
    reason: 'a statement must not know when it runs: runtime/ calls postgres/, never the reverse',
  },
  {
    forbids: /^packages\/engine\/src\/http\/.* -> (pg$|packages\/engine\/src\/(?!(http|source)\/|errors\.ts$))/,
    reason: 'a request does not know who sends it: jobs, limits and caches stand above it',
  },
  {
    forbids: /^packages\/engine\/src\/runtime\/.* -> packages\/engine\/src\/index\.ts/,
    reason: 'index.ts gathers what is public, and everything in it would become one cycle',
  },
  {
    forbids: /^packages\/engine\/src\/(?!testing\/).* -> packages\/engine\/src\/testing\//,
    reason: 'what helps tests must not reach production code',
  },
  {
    forbids: /^packages\/([^/]+)\/.* -> packages\/(?!\1\/)/,
    reason: 'packages meet at their public exports: import the other one by its name',
  },
  {
    forbids: /^apps\/([^/]+)\/.* -> (apps\/(?!\1\/)|sandbox\/)/,
    reason: 'an application stands on its own: what two of them need belongs into a package',
  },
  {
    forbids: /^apps\/[^/]+\/src\/.* -> @pawl\/(sandbox|cli|embedded|server)(\/|$)/,
    reason:
      'an application calls the addresses it is given and knows no program that runs it: its parts are in @pawl/app',
  },
  {
    forbids: /^(?!packages\/).* -> packages\//,
    reason: 'import the package by its name: where an internal is needed, the package lacks a feature',
  },
]
