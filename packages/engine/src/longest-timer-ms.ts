/** A timer of Node that is set for longer fires at once. It is also the most that an int of PostgreSQL holds. */
export const longestTimerMs = 2_147_483_647
