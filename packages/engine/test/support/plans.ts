import type pg from 'pg'
import type { TestDatabase } from './database.ts'

export type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** Statistics stay as the test leaves them: an ANALYZE in the background would make kept plans anew. */
export async function keepAutovacuumAway(database: TestDatabase): Promise<void> {
  const tables = await database.sql(
    `select relname from pg_class where relnamespace = 'pawl'::regnamespace and relkind = 'r'`,
  )
  for (const { relname } of tables) {
    await database.sql(`alter table pawl.${relname} set (autovacuum_enabled = false)`)
  }
}

/** The plans of every statement that runs meanwhile on this connection, those inside of functions too. */
export async function plansOf(client: pg.Client, run: () => Promise<unknown>): Promise<PlanNode[]> {
  const plans: PlanNode[] = []
  const note = ({ message = '' }: { message?: string | undefined }) => {
    const json = /plan:\s*(\{[\s\S]*\})\s*$/.exec(message)?.[1]
    if (json !== undefined) plans.push(JSON.parse(json).Plan)
  }
  client.on('notice', note)
  await client.query(`load 'auto_explain'; set auto_explain.log_level = notice; set auto_explain.log_format = json;
    set auto_explain.log_nested_statements = on; set auto_explain.log_min_duration = 0`)
  try {
    await run()
  } finally {
    client.off('notice', note)
    await client.query('set auto_explain.log_min_duration = -1')
  }
  return plans
}

/** How tables are read, as `Node Type table`, each once. A partition goes by the name of its table. */
export function scansIn(plans: readonly PlanNode[]): string[] {
  return [
    ...new Set(
      plans
        .flatMap(nodes)
        .filter((node) => 'Relation Name' in node)
        .map(describe),
    ),
  ].sort()
}

/** The tables that grow with every job and are read whole. */
export function wholeScansIn(plans: readonly PlanNode[]): string[] {
  return scansIn(plans).filter((scan) =>
    /^Seq Scan (attempt|lease|outcome|result|later|dead|progress|step|signal|waiter|dependency)$/.test(scan),
  )
}

/** Blocks that a statement touches, found in memory or not. The statement is run. */
export async function blocksOf(client: pg.Client, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values)
  const plan = rows[0]['QUERY PLAN'][0].Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

/**
 * For what can be run again: the least of three. Others on the server make so many tables that a connection may have to read the
 * catalog anew at any time, which has nothing to do with the statement.
 */
export async function leastBlocksOf(client: pg.Client, text: string, values: unknown[] = []): Promise<number> {
  const blocks = [await blocksOf(client, text, values), await blocksOf(client, text, values)]
  return Math.min(...blocks, await blocksOf(client, text, values))
}

function nodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodes)]
}

function describe(node: PlanNode): string {
  return `${node['Node Type']} ${node['Relation Name']?.replace(/_\d+$/, '')}`
}
