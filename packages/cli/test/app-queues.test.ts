import { defineApp } from '@pawl/app'
import { defineJob } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { PawlConfig } from '../src/config/pawl-config.ts'
import type { Project } from '../src/config/project.ts'
import { pawlOptionsOf } from '../src/pawl-options-of.ts'

const letter = defineJob({ type: 'letter', queue: 'letters', body: z.object({}), run: () => {} })
const letters = defineApp({
  name: 'letters',
  title: 'Letters',
  jobs: [letter],
  queues: { letters: { concurrency: 5, startRate: { limit: 1, perMs: 1_000 } } },
})

test('an application says how its queues are served', () => {
  expect(queuesWith({})).toEqual({ letters: { concurrency: 5, startRate: { limit: 1, perMs: 1_000 } } })
})

test('what the configuration says of a queue comes before what its application says', () => {
  expect(queuesWith({ queues: { letters: { concurrency: 2 } } })).toEqual({
    letters: { concurrency: 2, startRate: { limit: 1, perMs: 1_000 } },
  })
})

function queuesWith(config: PawlConfig) {
  const settings = { apps: { value: undefined } } as unknown as Project['settings']
  const project = {
    file: undefined,
    config: { apps: [letters], ...config },
    settings,
    entries: [letters],
    apps: [letters],
  }
  return pawlOptionsOf(project, 'postgres://localhost/x').queues
}
