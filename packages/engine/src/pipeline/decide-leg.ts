/** An item as its row says. */
export type ItemRow = {
  readonly version: number
  readonly stage: string
  readonly endedAs: 'done' | 'cancelled' | null
  /** The version of the user's own row when it was last looked at; null if nobody has asked for it yet. */
  readonly outside: string | null
}

/** Why a stage's job has nothing to do: its item was deleted, cancelled, or is elsewhere; or the user's row was changed. */
export type LeaveReason = 'deleted' | 'cancelled' | 'moved' | 'changed'

/** The version of the user's row: undefined where nobody asks, null when it is gone. */
export type Outside = string | null | undefined

/** Whether a stage's job may work on its item, or move it on. */
export function decideLeg(
  row: ItemRow | undefined,
  leg: { readonly stage: string; readonly version: number },
  outside: Outside,
): 'go' | LeaveReason {
  if (row === undefined) return 'deleted'
  if (row.version !== leg.version || row.stage !== leg.stage) return row.endedAs === 'cancelled' ? 'cancelled' : 'moved'
  if (row.endedAs !== null) return row.endedAs === 'cancelled' ? 'cancelled' : 'moved'
  if (outside === undefined) return 'go'
  if (outside === null) return 'deleted'
  return row.outside === null || outside === row.outside ? 'go' : 'changed'
}
