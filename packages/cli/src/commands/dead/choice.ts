import type { DeadFilter, DeadReason } from 'pawl'
import type { OptionSpec, OptionValues } from '../../command.ts'

const reasons: readonly DeadReason[] = ['permanent', 'exhausted', 'poison', 'expired', 'dependency']

/** Options by which dead letters are chosen. */
export const choiceOptions: readonly OptionSpec[] = [
  { flags: '--queue <name>', text: 'only of this queue' },
  { flags: '--type <type>', text: 'only of this type' },
  { flags: '--reason <reason>', text: 'only those that died of this', choices: reasons },
]

/** What these options chose. */
export function choiceOf({ queue, type, reason }: OptionValues): DeadFilter {
  return Object.fromEntries(Object.entries({ queue, type, reason }).filter(([, value]) => value !== undefined))
}
