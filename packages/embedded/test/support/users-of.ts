import { query } from './query.ts'

/** How many users a server has. */
export async function usersOf(url: string): Promise<number> {
  const rows = await query<{ users: number }>(
    url,
    `SELECT count(*)::int AS users FROM pg_stat_activity WHERE application_name = 'pawl-embedded'`,
  )
  return rows[0]!.users
}
