import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { withoutSourceOptions } from './tools/source-options.mjs'

// As Node resolves: what a package keeps under `module` is for bundlers, and Node may not be able to load it.
const conditions = ['pawl-source', 'node', 'development|production']

// Vitest loads sources itself: our loader would cost each of its processes a third of a second.
process.env.NODE_OPTIONS = withoutSourceOptions(process.env.NODE_OPTIONS)

export default defineConfig({
  // Workspace packages are tested from their sources; a dist left over from a build is never what runs.
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'apps/*/test/**/*.test.ts',
      'sandbox/test/**/*.test.ts',
      'bench/test/**/*.test.ts',
      'examples/test/**/*.test.ts',
      'tools/test/**/*.test.ts',
    ],
    setupFiles: ['tools/fresh-modules.ts'],
    globalSetup: ['packages/engine/test/support/global-setup.ts'],
    // Tests start servers and kill processes: they need a process of their own, not a thread.
    pool: 'forks',
    // A process a file would load PostgreSQL's client, zod and the server's packages again for each: a sixth of all the time.
    isolate: false,
    // Most tests wait for PostgreSQL, for other processes or for a time limit rather than compute: two cores have room for four.
    maxWorkers: Math.min(8, Math.max(4, availableParallelism())),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: [['default', { summary: false }], './tools/closing-line-reporter.ts'],
  },
})
