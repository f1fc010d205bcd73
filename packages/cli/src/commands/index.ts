import type { Command } from '../command.ts'
import { doctor } from './doctor.ts'
import { migrate } from './migrate.ts'
import { pipelines } from './pipelines.ts'
import { sources } from './sources.ts'

export const commands: readonly Command[] = [migrate, doctor, sources, pipelines]
