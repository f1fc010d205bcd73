export const deadReasons = ['permanent', 'exhausted', 'poison', 'expired', 'dependency'] as const

/**
 * Why a job will not run again by itself. permanent: an error that no retry can mend. exhausted: its attempts are used up.
 * poison: it took its worker with it three times. expired: not started before `startBefore`. dependency: a job that it waited
 * for has failed or was cancelled.
 */
export type DeadReason = (typeof deadReasons)[number]
