import type { Command, CommandGroup } from '../command.ts'
import { completion } from './completion.ts'
import { dead } from './dead/index.ts'
import { dev } from './dev.ts'
import { doctor } from './doctor.ts'
import { jobs } from './jobs/index.ts'
import { migrate } from './migrate.ts'
import { operations } from './operations.ts'
import { pipelines } from './pipelines.ts'
import { queues } from './queues/index.ts'
import { schedules } from './schedules/index.ts'
import { sources } from './sources/index.ts'
import { top } from './top.ts'
import { up } from './up.ts'
import { worker } from './worker.ts'

/** In the order in which people meet them. */
export const commands: readonly (Command | CommandGroup)[] = [
  up,
  worker,
  dev,
  migrate,
  jobs,
  dead,
  queues,
  sources,
  schedules,
  pipelines,
  operations,
  top,
  doctor,
  completion,
]
