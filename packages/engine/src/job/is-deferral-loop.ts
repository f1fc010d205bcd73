/** A job that its handler has deferred so often may never end: there is an event at this number, and at each tenfold of it. */
export const manyDeferrals = 1_000

export function isDeferralLoop(deferrals: number): boolean {
  if (deferrals < manyDeferrals) return false
  let limit = manyDeferrals
  while (limit < deferrals) limit *= 10
  return limit === deferrals
}
