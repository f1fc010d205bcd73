/** When a schedule ticks, as its row keeps it. `due` ticks like an interval and then looks into a table. */
export type ScheduleSpec =
  | { readonly kind: 'cron'; readonly cron: string; readonly timeZone: string }
  | { readonly kind: 'interval'; readonly everyMs: number }
  | { readonly kind: 'due'; readonly everyMs: number }

/** jsonb does not keep the order of keys, so specs are compared by what they say. */
export function sameSpec(a: ScheduleSpec, b: ScheduleSpec): boolean {
  if (a.kind === 'cron') return b.kind === 'cron' && a.cron === b.cron && a.timeZone === b.timeZone
  return b.kind === a.kind && a.everyMs === b.everyMs
}
